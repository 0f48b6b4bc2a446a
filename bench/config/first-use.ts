import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { median } from '../compare.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import { startLoopbackRegistry, type LoopbackRegistry, type UnpublishedPackage } from './loopback-registry.ts';
import type { Table } from './table.ts';
import type { Tool } from './tool.ts';

/** `npx <tool> list` with an empty cache of npm, and once more with what that left behind. */
export interface FirstUse extends Round {
  readonly tool: string;
}

interface Round {
  readonly first: Times;
  readonly again: Times;
}

interface Times {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Those that have a command `list`. */
const measurable = new Set(['plugboard', 'add-mcp', 'mcporter']);
const ROUNDS = 5;

/** Measures those of the tools that have such a command, in alternate rounds. */
export async function measureFirstUses(tools: readonly Tool[]): Promise<FirstUse[]> {
  const contenders = tools.filter(({ id }) => measurable.has(id)).map((tool) => ({ tool, rounds: [] as Round[] }));
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-first-use-'));
  const registry = await startRegistry();
  try {
    // Round 0 only fills the registry.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { tool, rounds } of contenders) {
        const home = join(folder, `${tool.id}-${round}`);
        mkdirSync(home);
        const command = npxList(tool, registry.url);
        rounds.push({ first: await use(command, home), again: await use(command, home) });
      }
  } finally {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return contenders.map(({ tool, rounds }) => ({
    tool: tool.id,
    first: medianOf(rounds.slice(1).map(({ first }) => first)),
    again: medianOf(rounds.slice(1).map(({ again }) => again)),
  }));
}

function npxList({ id, program }: Tool, registry: string): [string, ...string[]] {
  if (program.from === 'test-clients') throw new Error(`${id} has no command \`list\` that npx could run`);
  const { name, version } = ownManifest();
  const [spec, bin] = program.from === 'here' ? [`${name}@${version}`, name] : [program.package, program.bin];
  return ['npx', '--yes', '--registry', registry, '--loglevel=error', '--package', spec, '--', bin, 'list'];
}

/** Serves the packed package of this repository beside all others. */
async function startRegistry(): Promise<LoopbackRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-packed-'));
  try {
    const npm = (...args: string[]): string => execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim();
    const tarball = readFileSync(join(folder, npm('pack', '--silent', '--pack-destination', folder)));
    return await startLoopbackRegistry(npm('config', 'get', 'registry'), { manifest: ownManifest(), tarball });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ownManifest(): UnpublishedPackage['manifest'] {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as UnpublishedPackage['manifest'];
}

async function use(command: readonly [string, ...string[]], home: string): Promise<Times> {
  const started = performance.now();
  const cpu = await cpuMilliseconds({
    command,
    cwd: home,
    env: {
      ...process.env,
      HOME: home,
      npm_config_cache: join(home, 'cache'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_CONFIG_HOME: join(home, '.config'),
    },
  });
  // One that fails early must not look fast.
  if (cpu === undefined) throw new Error(`${command.join(' ')} failed`);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: cpu / 1000 };
}

function medianOf(all: readonly Times[]): Times {
  return {
    seconds: median(all.map(({ seconds }) => seconds)),
    cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

export function firstUseTable(reports: readonly FirstUse[], nameOf: (tool: string) => string): Table {
  const cells = ({ seconds, cpuSeconds }: Times): string[] => [`${seconds.toFixed(2)} s`, `${cpuSeconds.toFixed(2)} s`];
  return {
    title: '`npx <tool> list`',
    head: ['tool', 'empty cache', 'CPU', 'once more', 'CPU'],
    rows: reports.map(({ tool, first, again }) => [nameOf(tool), ...cells(first), ...cells(again)]),
  };
}

/** Whether Plugboard is ahead of every other tool with an empty cache. Once more, most of the time is that of npx itself. */
export function firstUseAim(reports: readonly FirstUse[]): string[] {
  const own = reports.find(({ tool }) => tool === 'plugboard');
  const others = reports.filter(({ tool }) => tool !== 'plugboard');
  if (!own || others.length === 0) return [];
  const isAhead = others.every(({ first }) => own.first.seconds < first.seconds);
  return [`\`npx\` installs and runs it sooner than the others, from an empty cache: ${isAhead ? 'met' : 'not met'}`];
}
