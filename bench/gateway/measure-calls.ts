import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from './client/driver.ts';
import type { Contender } from './contender.ts';
import { openGateway, type Opened } from './open-gateway.ts';
import { cpuOf, gatewayProcesses, memoryOf } from './processes.ts';
import { argumentOf, type ServerKind, type Servers } from './servers.ts';
import { withFolder } from './with-folder.ts';

/** Calls of a tool of one server, one after the other and many at a time. */
export interface CallCase {
  readonly kind: ServerKind;
  /** Length of the echoed text. */
  readonly payload: number;
  readonly calls: number;
  readonly callsAtOnce: number;
}

/** Times in milliseconds, CPU time in microseconds of the gateway for each call. */
export interface Calls {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly cpu: number;
}

export interface CallFigures {
  readonly firstList: number;
  readonly firstCall: number;
  readonly alone: Calls;
  readonly together: Calls;
  /** In megabytes, before and after. */
  readonly memory: readonly [number, number];
}

const AT_ONCE = 32;
/** Warm-up: code that is not compiled yet is slow, which is irrelevant after a minute. */
const WARM_UP = 2000;
/** Slow gateways skip a part of it. */
const MOST_MS = 1500;
const LIST_MS = 60_000;

export async function measureCalls(
  contender: Contender,
  program: readonly [string, ...string[]],
  servers: Servers,
  port: number,
  how: CallCase,
): Promise<CallFigures> {
  return withFolder(async (folder) => {
    const opened = await openGateway(contender, { servers: servers.entries, folder, port, program });
    try {
      return await measure(opened, contender.toolName('s1', 'echo'), how);
    } finally {
      await opened.close();
    }
  });
}

async function measure({ driver, roots, startedAt }: Opened, name: string, how: CallCase): Promise<CallFigures> {
  const firstList = await untilListed(driver, [name], startedAt);
  const text = 'x'.repeat(how.payload);
  const call = async (): Promise<unknown> =>
    driver.request('tools/call', { name, arguments: { [argumentOf[how.kind]]: text } });
  const answer = JSON.stringify(await call());
  const firstCall = performance.now() - startedAt;
  if (!answer.includes(text)) throw new Error(`another answer than expected: ${answer.slice(0, 200)}`);
  const pids = gatewayProcesses(roots);
  const idle = memoryOf(pids);
  await times(call, Math.min(WARM_UP, how.callsAtOnce), AT_ONCE, pids);
  const alone = await times(call, how.calls, 1, pids);
  const together = await times(call, how.callsAtOnce, AT_ONCE, pids);
  return { firstList, firstCall, alone, together, memory: [idle, memoryOf(gatewayProcesses(roots))] };
}

/** Milliseconds from the start to the first list that has all of these tools. */
export async function untilListed(driver: Driver, names: readonly string[], startedAt: number): Promise<number> {
  for (;;) {
    const answer = await Promise.race([driver.request('tools/list', {}), pause(LIST_MS, undefined, { ref: false })]);
    if (!answer) throw new Error('the list never came');
    const { tools } = answer as { tools: readonly { name: string }[] };
    const found = new Set(tools.map(({ name }) => name));
    if (names.every((name) => found.has(name))) return performance.now() - startedAt;
    if (performance.now() - startedAt > LIST_MS) throw new Error(`only ${found.size} tools were ever listed`);
    await pause(5);
  }
}

async function times(call: () => Promise<unknown>, count: number, atOnce: number, pids: number[]): Promise<Calls> {
  const taken: number[] = [];
  const [cpu, begun] = [cpuOf(pids), performance.now()];
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0 && performance.now() - begun < MOST_MS) {
      left -= 1;
      const started = performance.now();
      await call();
      taken.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] as number;
  const perSecond = (taken.length / (performance.now() - begun)) * 1000;
  return { p50: at(0.5), p99: at(0.99), perSecond, cpu: (cpuOf(pids) - cpu) / taken.length };
}
