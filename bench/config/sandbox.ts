import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { searchPath, type Provided } from './provide.ts';
import { runBounded, type BoundedRun, type Outcome } from './run-bounded.ts';
import type { BenchScope } from './targets.ts';
import type { Call, Files } from './tool.ts';

/** A temporary home and project for one tool. The real home is neither read nor written. */
export interface Sandbox {
  readonly root: string;
  /** The home or the project. */
  folder(scope: BenchScope): string;
  put(files: Files): void;
  /** How a call would be run here. */
  prepared(call: Call): BoundedRun;
  run(call: Call): Promise<Outcome>;
  /** One after the other. */
  runAll(calls: readonly Call[]): Promise<Outcome[]>;
  remove(): void;
}

export function openSandbox(tool: Provided): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'plugboard-bench-'));
  const folders = { user: join(root, 'home'), project: join(root, 'project'), outside: join(root, 'outside') };
  for (const folder of [...Object.values(folders), join(root, 'tmp')]) mkdirSync(folder);
  const env = {
    PATH: [searchPath(tool), process.env['PATH']].join(delimiter),
    HOME: folders.user,
    TMPDIR: join(root, 'tmp'),
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: '1',
    ...quiet,
  };
  // Programs look for the repository root to find the project.
  execFileSync('git', ['init', '--quiet', folders.project], { env });
  const prepared = ({ args, outside }: Call): BoundedRun => ({
    command: [...tool.command, ...args],
    cwd: outside ? folders.outside : folders.project,
    env,
  });
  const run = async (call: Call): Promise<Outcome> => runBounded(prepared(call));
  return {
    root,
    folder: (scope) => folders[scope],
    put: (files) => {
      for (const [path, text] of Object.entries(files)) {
        const file = path.startsWith('~/') ? join(folders.user, path.slice(2)) : join(folders.project, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
    prepared,
    run,
    runAll: async (calls) => {
      const outcomes: Outcome[] = [];
      for (const call of calls) outcomes.push(await run(call));
      return outcomes;
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** No updates and no telemetry; an unreachable proxy blocks the rest. */
const quiet = {
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
};

export function copyFiles(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}

/** The files below a folder, but for caches, state, logs and what git keeps: those are a program's own. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !ownState.test(path))
    .toSorted();
}

const ownState = new RegExp(
  [
    String.raw`^\.(npm|cache|git|bun)/`,
    String.raw`^\.local/(share|state)/`,
    String.raw`^\.claude/(backups|statsig|plugins|todos|projects|debug|shell-snapshots)/`,
    String.raw`^\.gemini/(history|tmp|projects\.json)`,
    String.raw`^\.codex/(log|tmp|\.tmp|plugins|skills|sessions|cache)/`,
    String.raw`sqlite`,
  ].join('|'),
);
