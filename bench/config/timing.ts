import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { median } from '../compare.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import { installedSize, type InstalledSize } from './installed-size.ts';
import { filesOfManyClients } from './many-clients.ts';
import type { Provided } from './provide.ts';
import type { BoundedRun } from './run-bounded.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { targetOf } from './targets.ts';
import type { Tool } from './tool.ts';

/** CPU time, beside that of a Node that does nothing in the same round. */
export interface Measured {
  readonly milliseconds: number;
  /** Through that of the bare Node. */
  readonly ratio: number;
  /** More than the bare Node, in milliseconds. */
  readonly above: number;
}

export interface TimeReport {
  readonly tool: string;
  readonly rounds: number;
  readonly bare: number;
  /** Missing where the program fails. */
  readonly version?: Measured;
  readonly add?: Measured;
  /** Only of Plugboard: reading the files of all clients. */
  readonly list?: Measured & { readonly files: number };
  readonly size: InstalledSize;
}

/** The last round of slow programs is the one that takes them beyond this. */
const MOST_MILLISECONDS = 40_000;
const LEAST_ROUNDS = 3;

/** What is measured, once for every round. */
interface Task {
  readonly name: 'version' | 'add' | 'list';
  prepare(sandbox: Sandbox): BoundedRun;
}

export async function measure(tool: Tool, provided: Provided, most: number): Promise<TimeReport> {
  const many = tool.program.from === 'here' ? await filesOfManyClients() : undefined;
  const tasks: Task[] = [
    { name: 'version', prepare: (sandbox) => sandbox.prepared({ args: ['--version'] }) },
    { name: 'add', prepare: (sandbox) => prepareAdd(tool, sandbox) },
    ...(many ? [{ name: 'list' as const, prepare: (sandbox: Sandbox) => prepareList(sandbox, many) }] : []),
  ];
  const started = performance.now();
  const rounds: Record<string, number | undefined>[] = [];
  const isEnough = (): boolean =>
    rounds.length >= most || (rounds.length >= LEAST_ROUNDS && performance.now() - started > MOST_MILLISECONDS);
  await measureRound(provided, tasks); // Not counted: it fills the caches of the disk.
  while (!isEnough()) rounds.push(await measureRound(provided, tasks));
  const of = (name: Task['name']): Measured | undefined => measured(rounds, name);
  const list = of('list');
  return {
    tool: tool.id,
    rounds: rounds.length,
    bare: median(rounds.map(({ bare = Number.NaN }) => bare)),
    ...given('version', of('version')),
    ...given('add', of('add')),
    ...given('list', list && { ...list, files: Object.keys(many ?? {}).length }),
    size: installedSize(tool, provided),
  };
}

/** The bare Node first, then each task in a home of its own. */
async function measureRound(provided: Provided, tasks: readonly Task[]): Promise<Record<string, number | undefined>> {
  const times: Record<string, number | undefined> = {};
  for (const task of [undefined, ...tasks]) {
    const sandbox = openSandbox(provided);
    try {
      const bare = { ...sandbox.prepared({ args: [] }), command: [provided.node, '-e', '0'] as const };
      times[task?.name ?? 'bare'] = await cpuMilliseconds(task ? task.prepare(sandbox) : bare);
    } finally {
      sandbox.remove();
    }
  }
  return times;
}

function measured(rounds: readonly Record<string, number | undefined>[], name: Task['name']): Measured | undefined {
  const pairs = rounds.flatMap(({ bare, [name]: time }) => (bare && time ? [{ bare, time }] : []));
  if (pairs.length < rounds.length || pairs.length === 0) return undefined;
  return {
    milliseconds: median(pairs.map(({ time }) => time)),
    ratio: median(pairs.map(({ time, bare }) => time / bare)),
    above: median(pairs.map(({ time, bare }) => time - bare)),
  };
}

/** One server into the first client, whose file is there but holds none. */
function prepareAdd({ addOne }: Tool, sandbox: Sandbox): BoundedRun {
  const [client] = addOne.clients;
  const { path, section, format } = targetOf(client);
  const file = join(sandbox.folder(addOne.scope), addOne.file ?? path[addOne.scope] ?? '');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, format === 'toml' ? 'model = "x"\n' : `${JSON.stringify({ [section]: {} })}\n`);
  sandbox.put(addOne.sources?.(client, 'one') ?? {});
  return sandbox.prepared(addOne.calls(client, 'one')[0] ?? { args: [] });
}

function prepareList(sandbox: Sandbox, files: Readonly<Record<string, string>>): BoundedRun {
  sandbox.put(files);
  return sandbox.prepared({ args: ['list'] });
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]?: Value });
}
