import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { median } from '../compare.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import type { Table } from './table.ts';
import type { Tool } from './tool.ts';

/** `npx <tool> list` with an empty cache of npm, and once more with what that left behind. */
export interface FirstUse {
  readonly tool: string;
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

/** Undefined for tools without such a command. All start from a tarball; dependencies come from the registry. */
export async function measureFirstUse({ id, program }: Tool): Promise<FirstUse | undefined> {
  if (!measurable.has(id) || program.from === 'test-clients') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-first-use-'));
  try {
    const source = program.from === 'here' ? root : program.package;
    const pack = ['pack', source, '--silent', '--pack-destination', folder];
    const tarball = join(folder, execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim());
    const bin = program.from === 'here' ? 'plugboard' : program.bin;
    const rounds: [first: Times, again: Times][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const home = join(folder, `home-${round}`);
      mkdirSync(home);
      rounds.push([await use(tarball, bin, home), await use(tarball, bin, home)]);
    }
    return {
      tool: id,
      first: medianOf(rounds.map(([first]) => first)),
      again: medianOf(rounds.map(([, next]) => next)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function use(tarball: string, bin: string, home: string): Promise<Times> {
  const started = performance.now();
  const flags = ['--yes', '--cache', join(home, 'cache'), '--loglevel=error', '--package', tarball];
  const cpu = await cpuMilliseconds({
    command: ['npx', ...flags, '--', bin, 'list'],
    cwd: home,
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_CONFIG_HOME: join(home, '.config') },
  });
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (cpu ?? Number.NaN) / 1000 };
}

function medianOf(all: readonly Times[]): Times {
  return {
    seconds: median(all.map(({ seconds }) => seconds)),
    cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

export function firstUseTable(reports: readonly FirstUse[], nameOf: (tool: string) => string): Table {
  const cells = ({ seconds, cpuSeconds }: Times): string[] => [`${seconds.toFixed(1)} s`, `${cpuSeconds.toFixed(1)} s`];
  return {
    title: '`npx <tool> list` from a tarball',
    head: ['tool', 'empty cache', 'CPU', 'once more', 'CPU'],
    rows: reports.map(({ tool, first, again }) => [nameOf(tool), ...cells(first), ...cells(again)]),
  };
}

/** Whether Plugboard is ahead of every other tool, in both columns of seconds. */
export function firstUseAim(reports: readonly FirstUse[]): string[] {
  const own = reports.find(({ tool }) => tool === 'plugboard');
  const others = reports.filter(({ tool }) => tool !== 'plugboard');
  if (!own || others.length === 0) return [];
  const isAhead = others.every(
    ({ first, again }) => own.first.seconds < first.seconds && own.again.seconds < again.seconds,
  );
  return [`\`npx\` installs and runs it sooner than the others: ${isAhead ? 'met' : 'not met'}`];
}
