import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
};
const entries = Object.entries(manifest.exports).flatMap(([path, to]) => (typeof to === 'string' ? [] : [path]));

const program = `
import { McpConfigSchema, validateMcpConfig, type McpConfigType, scanMcpConfigs } from 'plugboard';
import { z } from 'zod';

const parsed = McpConfigSchema.parse({ mcpServers: { git: { command: 'uvx' } } });
const type: 'stdio' | 'http' | 'sse' | undefined = parsed.mcpServers['git']?.type;
const args: string[] | undefined = parsed.mcpServers['git']?.args;
const inferred: z.infer<typeof McpConfigSchema>['description'] = parsed.description;
const composed = z.object({ config: McpConfigSchema }).safeParse({ config: { description: 5 } });
const data: McpConfigType | undefined = validateMcpConfig({}).data;
console.log(JSON.stringify({ type, args, inferred, composed: composed.success, data, scan: typeof scanMcpConfigs }));
// @ts-expect-error -- the declarations are not all any.
const wrong: number = parsed.description;
`;

/** A project of somebody else that has the package installed, with its dependencies beside it. */
function consumer(): string {
  const project = mkdtempSync(join(homedir(), 'consumer-'));
  const installed = join(project, 'node_modules', 'plugboard');
  mkdirSync(installed, { recursive: true });
  const packed = ['package.json', ...manifest.files.filter((name) => !name.startsWith('!'))];
  for (const name of packed) cpSync(join(root, name), join(installed, name), { recursive: true });
  for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
    const place = join(project, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place, 'junction');
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }');
  const imports = entries.map(
    (path, index) => `import * as entry${index} from '${path.replace('.', 'plugboard')}';\nvoid entry${index};`,
  );
  writeFileSync(join(project, 'index.ts'), `${imports.join('\n')}\n${program}`);
  return project;
}

describe('a project that uses the library', () => {
  let project = '';
  beforeAll(() => {
    project = consumer();
  });

  it.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('compiles with module %s and moduleResolution %s', { timeout: 300_000 }, (module, moduleResolution) => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2023',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
      skipLibCheck: true,
      outDir: `out-${module}`,
      rootDir: '.',
    };
    const config = `tsconfig.${module}.json`;
    writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: project, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    const printed = execFileSync(process.execPath, [join(project, `out-${module}`, 'index.js')], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual({
      type: 'stdio',
      args: [],
      composed: false,
      data: { mcpServers: {} },
      scan: 'function',
    });
  });

  it('has an entry point for every file of src/library, with its name', () => {
    const files = readdirSync(join(root, 'src', 'library')).map((file) => file.replace(/\.ts$/, ''));
    const expected = files.map((name) => [
      name === 'index' ? '.' : `./${name}`,
      { types: `./dist/types/library/${name}.d.ts`, default: `./dist/${name}.js` },
    ]);
    expect(Object.fromEntries(entries.map((path) => [path, manifest.exports[path]]))).toEqual(
      Object.fromEntries(expected),
    );
  });

  it('has declarations for every entry point', () => {
    expect(entries.length).toBeGreaterThan(3);
    for (const path of entries) {
      const { types } = manifest.exports[path] as { types: string };
      expect(readFileSync(join(project, 'node_modules', 'plugboard', types), 'utf8')).toContain('export');
    }
  });
});
