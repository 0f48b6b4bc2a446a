import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nodeVersions } from '../../scripts/setup/node-versions.mjs';
import { messageIn } from '../cli/support/serving.ts';
import { bytesIn, install, manifest, packed, root } from './support/packed.ts';

const example = readFileSync(join(root, 'examples', 'library.ts'), 'utf8');
/** The programs in pages: blocks of TypeScript, each with its imports. */
const programs = Object.fromEntries(
  ['README.md', 'docs/library.md', 'docs/opencode.md', 'docs/runtime.md', 'docs/sets.md'].flatMap((page) => {
    const blocks = readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n(.*?)^```/gms);
    return Array.from(blocks, ([, text = ''], index) => [`${page.replaceAll('/', '-')}-${index}.ts`, text]);
  }),
);
const combined = `
import { McpConfigSchema, validateMcpConfig, type McpConfigType } from 'plugboard';
import { z } from 'zod';

const parsed = McpConfigSchema.parse({ mcpServers: { git: { command: 'uvx' } } });
const args: string[] | undefined = parsed.mcpServers['git']?.args;
const inferred: z.infer<typeof McpConfigSchema>['description'] = parsed.description;
const composed = z.object({ config: McpConfigSchema }).safeParse({ config: { description: 5 } }).success;
const data: McpConfigType | undefined = validateMcpConfig({}).data;
console.log(JSON.stringify({ args, inferred, composed, data }));
// @ts-expect-error -- the declarations are not all any.
const wrong: number = parsed.description;
`;
/** What a program imports: plugboard, plugboard/runtime and so on. */
const subpaths = (): string[] =>
  Object.entries(manifest.exports)
    .filter(([, to]) => typeof to !== 'string')
    .map(([path]) => path.replace('.', 'plugboard'));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
let tarball = '';
let project = '';

beforeAll(async () => {
  tarball = await packed();
  project = install(tarball);
}, 300_000);

describe('the package', () => {
  it('brings no other package', () => {
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    expect({ dependencies, optionalDependencies, peerDependencies }).toEqual({});
    const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['plugboard']);
  });

  it('takes at most 7 MB', () => {
    expect(bytesIn(join(project, 'node_modules', 'plugboard'))).toBeLessThan(7_000_000);
  });

  it('has declarations that name no other package', () => {
    const types = join(project, 'node_modules', 'plugboard', 'dist', 'types');
    const texts = readdirSync(types, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const named = texts.flatMap((text) => Array.from(text.matchAll(/from ["']([^"']+)["']/g), ([, name = '']) => name));
    expect(named.filter((name) => !/^(?:\.|node:)/.test(name))).toEqual([]);
  });

  it('has an entry point for every file of src/library, with its name', () => {
    const files = readdirSync(join(root, 'src', 'library')).map((file) => file.replace(/\.ts$/, ''));
    const expected = files.map((name) => [
      name === 'index' ? '.' : `./${name}`,
      { types: `./dist/types/${name}.d.ts`, default: `./dist/${name}.js` },
    ]);
    const entries = Object.entries(manifest.exports).filter(([, to]) => typeof to !== 'string');
    expect(Object.fromEntries(entries)).toEqual(Object.fromEntries(expected));
  });

  it('exports classes and functions that have the names of their exports', () => {
    const script = `const found = [];
for (const path of ${JSON.stringify(subpaths())}) {
  for (const [key, value] of Object.entries(await import(path)))
    if (typeof value === 'function' && value.name !== key) found.push([path, key, value.name]);
}
console.log(JSON.stringify(found));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('has declarations that every way of resolving modules finds', { timeout: 300_000 }, async () => {
    const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    const problems = 'problems' in checked ? checked.problems : ['no types'];
    // The package is ESM only. The oldest way of resolving knows no subpaths.
    const expected = { kind: 'CJSResolvesToESM' };
    expect(
      problems.filter((problem) => !matches(problem, expected) && !matches(problem, { resolutionKind: 'node10' })),
    ).toEqual([]);
  });

  it.each(['node16', 'bundler'])('compiles a project with moduleResolution %s', { timeout: 300_000 }, (resolution) => {
    const module = resolution === 'bundler' ? 'esnext' : resolution;
    // Declarations of the package are checked too.
    expect(compile(project, { 'example.ts': example }, { module, moduleResolution: resolution })).toBe('');
  });

  it('compiles the programs in pages', { timeout: 300_000 }, () => {
    const folder = join(project, 'pages');
    mkdirSync(folder);
    expect(Object.keys(programs)).toHaveLength(5);
    expect(compile(folder, programs, { module: 'node16', noEmit: true })).toBe('');
  });

  it('has a schema that a project can combine with its own zod', { timeout: 300_000 }, () => {
    mkdirSync(join(project, 'with-zod', 'node_modules'), { recursive: true });
    const folder = join(project, 'with-zod');
    symlinkSync(join(root, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'), 'junction');
    expect(compile(folder, { 'combined.ts': combined }, { module: 'node16', skipLibCheck: true })).toBe('');
    const { stdout } = spawnSync(process.execPath, [join(folder, 'combined.js')], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual({ args: [], composed: false, data: { mcpServers: {} } });
  });
});

function matches(problem: unknown, part: Readonly<Record<string, string>>): boolean {
  return Object.entries(part).every(([key, value]) => (problem as Record<string, unknown>)[key] === value);
}

/** What the compiler prints. */
function compile(folder: string, files: Readonly<Record<string, string>>, options: object): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const typeRoots = [join(root, 'node_modules', '@types')];
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const compilerOptions = { target: 'es2023', types: ['node'], typeRoots, rootDir: '.', ...strict, ...options };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  return spawnSync(process.execPath, [tsc, '-p', config], { cwd: folder, encoding: 'utf8' }).stdout;
}

describe.each(nodeVersions())('with Node $version', ({ program: node }) => {
  /** A home and a project directory, and the installed program in them. */
  function person(files: Readonly<Record<string, string>> = {}) {
    const home = mkdtempSync(join(homedir(), 'person-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const env = { ...process.env, HOME: home, USERPROFILE: home, PLUGBOARD_HOME: join(home, 'plugboard') };
    const bin = join(project, 'node_modules', 'plugboard', 'bin', 'plugboard.js');
    return {
      home,
      start: (args: readonly string[]) => spawn(node, [bin, ...args], { cwd: home, env }),
      run: (args: readonly string[], input = '', more: object = {}) =>
        spawnSync(node, [bin, ...args], { cwd: home, env: { ...env, ...more }, input, encoding: 'utf8' }),
    };
  }

  it('adds, lists, validates, translates and undoes', () => {
    const { home, run } = person({ '.cursor/mcp.json': '{ "mcpServers": {} }\n' });
    const file = join(home, '.cursor', 'mcp.json');
    expect(run(['add', 'git', '--to', 'cursor', '--yes', '--', 'uvx', 'mcp-server-git'])).toMatchObject({ status: 0 });
    expect(JSON.parse(run(['list', '--json']).stdout).data.servers).toMatchObject([{ name: 'git' }]);
    expect(run(['validate', file]).status).toBe(0);
    const translated = run(['translate', '--from', 'cursor', '--to', 'codex', file]);
    expect(translated).toMatchObject({ status: 0, stdout: expect.stringContaining('[mcp_servers.git]') as string });
    expect(run(['undo', '--yes']).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": {} }\n');
  });

  it.each(['stdio', 'http'])('serves over %s, and writes no errors', async (front) => {
    const probe = join(root, 'test', 'gateway', 'probe', 'probe-server.mjs');
    const servers = { probe: { command: node, args: [probe] } };
    const { home, start } = person({ '.cursor/mcp.json': JSON.stringify({ mcpServers: servers }) });
    const child = start(['serve', ...(front === 'http' ? ['--http'] : [])]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const errors: Buffer[] = [];
    child.stderr.on('data', (data: Buffer) => errors.push(data));
    const ended = new Promise((done) => child.once('close', done));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nextLine = async () => ((await lines.next()) as { value: string }).value;
    const url = front === 'http' ? await nextLine() : undefined;
    const token = () => readFileSync(join(home, 'plugboard', 'state', 'gateway-token'), 'utf8').trim();
    const ask = async (message: object): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message });
      if (url !== undefined) return postMessage(url, token(), body);
      child.stdin.write(`${body}\n`);
      return JSON.parse(await nextLine());
    };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'mcp_probe_structured', arguments: {}, _meta: meta };
    const answer = { result: { structuredContent: { a: 1 } } };
    expect(await ask({ id: 1, method: 'tools/call', params })).toMatchObject(answer);
    // Settings of the engine are changed after the first call.
    expect(await ask({ id: 2, method: 'tools/call', params })).toMatchObject(answer);
    if (url === undefined) child.stdin.end();
    else child.kill('SIGINT');
    await ended;
    expect(Buffer.concat(errors).toString()).not.toMatch(/error|warn/i);
  });

  it('opens the page', async () => {
    const child = person().start(['ui', '--no-open', '--json']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = await linesUntil(child.stdout, (line) => line === '}');
    const { data } = JSON.parse(lines.join('')) as { data: { url: string; link: string } };
    const signedIn = await fetch(data.link, { redirect: 'manual' });
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const page = await fetch(data.url, { headers: { cookie: cookie.join('; ') } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Plugboard</title>')]);
  });

  it.skipIf(process.platform === 'win32')('runs a client with a config set', () => {
    const { home, run } = person({
      '.claude/mcp-configs/work.json': '{ "mcpServers": { "git": { "command": "uvx" } } }',
      'bin/claude': `#!/bin/sh\necho "started with $*"\n`,
    });
    chmodSync(join(home, 'bin', 'claude'), 0o755);
    const PATH = [join(home, 'bin'), process.env['PATH']].join(delimiter);
    const { status, stdout } = run(['run', 'work', '--', '--resume'], '', { PATH });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/started with .*work\.json.* --resume/)]);
  });

  it('runs the example of the library', () => {
    const { home } = person({ '.cursor/mcp.json': '{ "mcpServers": { "git": { "command": "uvx" } } }' });
    const env = { ...process.env, HOME: home, USERPROFILE: home, PLUGBOARD_HOME: join(home, 'plugboard') };
    const { status, stdout, stderr } = spawnSync(node, [join(project, 'example.js')], {
      cwd: home,
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('cursor: git');
  });

  it('has its compiled form from the second start on', () => {
    const { run } = person();
    run(['list']);
    const forms = readdirSync(join(project, 'node_modules', 'plugboard', 'dist')).filter((name) =>
      name.startsWith('compiled-'),
    );
    expect(forms).toContainEqual(
      expect.stringContaining(spawnSync(node, ['-p', 'process.version']).stdout.toString().trim()),
    );
  });
});

/** The response to a message over HTTP, as JSON or as the only event of a stream. */
async function postMessage(url: string, token: string, body: string): Promise<unknown> {
  const { method, params } = JSON.parse(body) as { method: string; params: { name: string } };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': params.name,
    },
    body,
  });
  return messageIn(response);
}

/** What a program prints, up to a line. */
async function linesUntil(stream: NodeJS.ReadableStream, isLast: (line: string) => boolean): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    lines.push(line);
    if (isLast(line)) break;
  }
  return lines;
}
