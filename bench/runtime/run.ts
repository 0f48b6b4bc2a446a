import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as setup from '../../scripts/setup.mjs';
import { median } from '../compare.ts';

/*
 * The first list of all tools over 30 real servers. The baseline is a program that starts all of them at once and
 * implements the protocol directly; only a cache can be much faster.
 */

const ROUNDS = Number(process.env['PLUGBOARD_BENCH_ROUNDS'] ?? 5);
const COPIES = 6;
const official = 'servers/node_modules/@modelcontextprotocol';
const servers: readonly (readonly string[])[] = [
  [`${official}/server-everything/dist/index.js`, 'stdio'],
  [`${official}/server-filesystem/dist/index.js`, tmpdir()],
  [`${official}/server-memory/dist/index.js`],
  [`${official}/server-sequential-thinking/dist/index.js`],
  ['servers/node_modules/time-mcp/dist/index.js'],
];

// Imported by URL, so that it is not bundled.
const { ensure } = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build', 'test servers']);
const home = mkdtempSync(join(tmpdir(), 'plugboard-bench-'));
try {
  writeServers();
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rmSync(join(home, 'own'), { recursive: true, force: true });
    rounds.push([direct(), plugboard('first run'), plugboard('with what it remembers')]);
  }
  show(rounds);
} finally {
  rmSync(home, { recursive: true, force: true });
}

function writeServers(): void {
  const entries = Array.from({ length: COPIES }, (_, copy) =>
    servers.map(([file = '', ...args], kind) => [
      `s${copy}-${kind}`,
      { command: process.execPath, args: [fileURLToPath(new URL(`../../test/${file}`, import.meta.url)), ...args] },
    ]),
  );
  mkdirSync(join(home, '.cursor'));
  writeFileSync(
    join(home, '.cursor', 'mcp.json'),
    JSON.stringify({ mcpServers: Object.fromEntries(entries.flat()) as object }),
  );
}

/** Elapsed milliseconds: the user waits for the servers, which are other processes. */
function timed(words: readonly string[], expected: (answer: string) => number): number {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: home,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home, PLUGBOARD_HOME: join(home, 'own') },
  });
  const took = performance.now() - started;
  const found = status === 0 ? expected(stdout) : 0;
  if (found !== COPIES * servers.length) throw new Error(`${words.join(' ')}: ${found} servers answered. ${stderr}`);
  return took;
}

function direct(): number {
  const script = fileURLToPath(new URL('all-at-once.mjs', import.meta.url));
  return timed([script, join(home, '.cursor', 'mcp.json')], Number);
}

function plugboard(_: string): number {
  const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
  return timed([program, 'tools', '--client', 'cursor', '--json'], (answer) => {
    const { data } = JSON.parse(answer) as { data: { servers: { tools: readonly unknown[] }[] } };
    return data.servers.filter(({ tools }) => tools.length > 0).length;
  });
}

function show(rounds: readonly (readonly number[])[]): void {
  console.log(`Node ${process.version}, first list of the tools of ${COPIES * servers.length} servers, by the clock\n`);
  const names = ['all at once, by hand', 'plugboard, first run', 'plugboard, remembering'];
  for (const [index, name] of names.entries()) {
    const time = median(rounds.map((times) => times[index] as number));
    const ratio = median(rounds.map((times) => (times[index] as number) / (times[0] as number)));
    console.log(`  ${name.padEnd(24)} ${time.toFixed(0).padStart(6)} ms  ${ratio.toFixed(2)} ×`);
  }
}
