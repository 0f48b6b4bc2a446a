import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { writeDocument } from '../src/clients/document.ts';
import { pathsOf } from '../src/clients/paths.ts';
import { clients } from '../src/clients/registry.ts';
import type { Client } from '../src/clients/types.ts';
import type { Server } from '../src/model/server.ts';
import type { Result } from './compare.ts';

const ROUNDS = 15;
const SERVERS = 1000;

/**
 * Finding a thousand servers in the files of all clients, from the start of the program to its end, against a program
 * that does nothing. Each is a process of its own that says at its end how much CPU time it has taken; they run in turn.
 */
export async function compareDiscovery(): Promise<{ title: string; aim: number; results: Result[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-bench-'));
  try {
    const project = join(folder, 'home', 'code', 'app');
    const files = await fillHome(join(folder, 'home'), project);
    const programs = await writePrograms(folder);
    const rounds = Array.from({ length: ROUNDS + 1 }, () => programs.map(({ path }) => run(path, project)));
    const results = programs.map(({ name }, index) => ({
      name,
      milliseconds: median(rounds.slice(1).map((times) => times[index] as number)),
      ratio: median(rounds.slice(1).map((times) => (times.at(-1) as number) / (times[index] as number))),
    }));
    const kilobytes = Math.round(files.reduce((sum, file) => sum + readFileSync(file).length, 0) / 1000);
    const title = `discover ${SERVERS} servers in ${files.length} files of ${Object.keys(clients).length} clients, ${kilobytes} kB in all, with the start of Node`;
    return { title, aim: 10, results };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files for all clients in every scope that lies below the home. */
async function fillHome(home: string, project: string): Promise<string[]> {
  const places = Object.values<Client>(clients).flatMap((client) =>
    client.locations
      .filter(({ scope, unread }) => scope !== 'managed' && !unread)
      .map((location) => {
        const [path] = pathsOf(location, { home, env: {}, platform: 'linux', project });
        return { client, location, path: path as string };
      }),
  );
  const texts = new Map<string, string>();
  const taken = new Set<string>();
  const own = places.filter(({ path, location }) => {
    const key = `${path} ${location.atProject ? 'project' : ''}`;
    return !taken.has(key) && taken.add(key);
  });
  for (const [index, { client, location, path }] of own.entries()) {
    const [from, to] = [index, index + 1].map((at) => Math.round((at * SERVERS) / own.length)) as [number, number];
    const servers: [string, Server][] = [];
    for (let number = from; number < to; number += 1) servers.push([`server-${number}`, serverOf(number)]);
    const { scope, variant } = location;
    const place = { scope, project, ...(variant === undefined ? {} : { variant }) };
    // oxlint-disable-next-line no-await-in-loop -- a file may hold several scopes.
    texts.set(path, (await writeDocument(client, Object.fromEntries(servers), place, texts.get(path))).text);
  }
  for (const [path, text] of texts) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return [...texts.keys()];
}

function serverOf(number: number): Server {
  const args = ['-y', `@example/server-${number}@1.${number % 40}.0`, '--root', `/home/someone/app-${number}`];
  return { transport: 'stdio', command: 'npx', args, env: { LOG_LEVEL: 'info', PORT: `${3000 + number}` } };
}

/** What the programs do, as they would be built for release: in chunks, with their dependencies. */
async function writePrograms(folder: string): Promise<{ name: string; path: string }[]> {
  const source = (path: string): string => JSON.stringify(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));
  const imports = `import { discover } from ${source('discovery/discover.ts')};\nimport { nodeHost } from ${source('store/node-host.ts')};\n`;
  const report = "process.on('exit', () => process.stdout.write(JSON.stringify(process.cpuUsage())));\n";
  const found = `const { clients } = await discover(nodeHost());\nif (new Set(clients.flatMap(({ names }) => names.map(({ name }) => name))).size !== ${SERVERS}) throw new Error('servers are missing');\n`;
  const programs = {
    'bare node': report,
    'node, program loaded': `${imports}${report}globalThis.loaded = [discover, nodeHost];\n`,
    'plugboard discovery': imports + report + found,
  };
  const made = Object.entries(programs).map(([name, text], index) => ({ name, text, file: `program-${index}` }));
  for (const { text, file } of made) writeFileSync(join(folder, `${file}.ts`), text);
  await build({
    entryPoints: made.map(({ file }) => join(folder, `${file}.ts`)),
    outdir: join(folder, 'built'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.filename);",
    },
  });
  await stop();
  return made.map(({ name, file }) => ({ name, path: join(folder, 'built', `${file}.mjs`) }));
}

/** CPU milliseconds of one run. */
function run(program: string, project: string): number {
  const home = dirname(dirname(project));
  const env = { HOME: home, USERPROFILE: home, PATH: process.env['PATH'] };
  const output = execFileSync(process.execPath, [program], { cwd: project, env, encoding: 'utf8' });
  const { user, system } = JSON.parse(output) as { user: number; system: number };
  return (user + system) / 1000;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}
