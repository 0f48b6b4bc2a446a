import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { opencodeProgram } from '../../../scripts/setup/opencode.mjs';
import { type StandInModel, startModel } from './stand-in-model.ts';

/** Everything OpenCode needs: a home with settings, a project, and a model to talk to. */
export interface World {
  readonly model: StandInModel;
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** Another project. */
  newProject(files?: Readonly<Record<string, string>>): string;
}

export const apiKey = 'sk-stand-in-0123456789abcdef0123456789abcdef';

/** Settings of OpenCode for all projects, and further models of the stand-in. */
interface WorldSettings {
  readonly models?: object;
  readonly [setting: string]: unknown;
}

export async function makeWorld(settings: WorldSettings = {}): Promise<World> {
  const model = await startModel();
  const home = mkdtempSync(join(homedir(), 'opencode-'));
  writeFiles(home, {
    '.config/opencode/opencode.jsonc': globalSettings(model.url, settings),
    'no-models.json': '{}',
  });
  const newProject = (files: Readonly<Record<string, string>> = {}): string => {
    const project = realpathSync(mkdtempSync(join(homedir(), 'project-')));
    writeFiles(project, {
      'README.md': '# Shop\n\nA needle in the hay.\n',
      'src/shop.ts': 'export const open = true;\n',
      ...files,
    });
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: project });
    };
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Begin');
    return project;
  };
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    // It unpacks libraries of five megabytes there.
    TMPDIR: process.env['TMPDIR'],
    OPENCODE_BIN: opencodeProgram(),
    // Nothing but the stand-in is talked to: no catalog, no updates, no plugins.
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    // The catalog inside the program would be read anew in every directory, which takes longer than a turn.
    OPENCODE_MODELS_PATH: join(home, 'no-models.json'),
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_PURE: '1',
    NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9',
  };
  return { model, home, project: newProject(), env, newProject };
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function globalSettings(baseURL: string, settings: WorldSettings): string {
  const { models = {}, ...others } = settings;
  const provider = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Stand-in',
    options: { baseURL, apiKey },
    models: { one: { name: 'One' }, two: { name: 'Two' }, ...models },
  };
  const all = {
    model: 'stand-in/one',
    small_model: 'stand-in/two',
    enabled_providers: ['stand-in'],
    share: 'disabled',
    provider: { 'stand-in': provider },
    ...others,
  };
  return `// Settings for all projects.\n${JSON.stringify(all, null, 2)}\n`;
}
