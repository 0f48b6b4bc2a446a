import { randomBytes } from 'node:crypto';
import { isInUse } from '../../live/running-servers.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { testServer } from '../../live/test-server.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { count } from '../../model/count.ts';
import { describe, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { ApiContext } from '../api-context.ts';
import type { JobView } from '../contract/events.ts';
import { HttpError } from '../http-error.ts';
import { perContext } from '../per-context.ts';
import { failureStatus } from '../views/failure-status.ts';
import { machineOf } from '../views/machine.ts';
import { boardOf, type StatusBoard } from '../views/status-board.ts';
import { sanitized } from '../views/words.ts';

interface Work {
  readonly api: ApiContext;
  readonly runtime: Runtime;
  readonly board: StatusBoard;
  readonly stop: AbortSignal;
}

/** Tests some servers, or all that may run. Returns the number at once; progress arrives as events. */
export async function testServers(names: readonly string[] | undefined, api: ApiContext): Promise<JobView> {
  const [{ here, found, permissions }, runtime, board] = await Promise.all([
    machineOf(api)(),
    api.runtime(),
    boardOf(api),
  ]);
  const unknown = names?.find((name) => !here.has(name));
  if (unknown !== undefined) throw notFound(unknown, { ...found, invalid: found.unusable });
  const servers = [...here.values()].filter(
    ({ name, disabled }) =>
      !disabled && (names?.includes(name) ?? true) && (permissions.get(name) ?? 'approved') === 'approved',
  );
  // A file may just have changed.
  if (servers.some(({ name }) => !runtime.manager.connections.has(name))) await runtime.reload();
  const [only] = servers;
  const title = only && servers.length === 1 ? `Test ${only.name}` : `Test ${count(servers.length, 'server')}`;
  const job = { id: randomBytes(8).toString('hex'), title, done: 0, total: servers.length, failed: 0 };
  const stop = new AbortController();
  runningTests(api).set(job.id, stop);
  void run(job, servers, { api, runtime, board, stop: stop.signal }).finally(() => runningTests(api).delete(job.id));
  return { ...job, isOver: servers.length === 0 };
}

const runningTests = perContext(() => new Map<string, AbortController>());

/** Stops the servers that are being tested; those already tested keep their status. */
export function cancelTests(id: string, api: ApiContext): void {
  const stop = runningTests(api).get(id);
  if (!stop) throw new HttpError(404, { code: 'not-found', message: 'This test is over.' });
  stop.abort();
}

async function run(
  job: { readonly id: string; readonly title: string; done: number; readonly total: number; failed: number },
  servers: readonly ServerHere[],
  work: Work,
): Promise<void> {
  const { api, runtime, stop } = work;
  const tell = (isOver = false): void => {
    const isCanceled = stop.aborted ? { isCanceled: true as const } : {};
    api.events.publish({ type: 'job', job: { ...job, isOver, ...isCanceled } });
  };
  tell();
  const idle = stopper(runtime);
  await Promise.all(
    servers.map(async (server) => {
      const wasInUse = isInUse(runtime.manager.connections.get(server.name));
      const outcome = await Promise.race([testOne(server, work).catch(() => false), canceled(stop)]);
      if (outcome !== 'canceled') {
        job.done += 1;
        if (!outcome) job.failed += 1;
        tell();
      }
      if (!wasInUse) await idle(server.name);
    }),
  );
  tell(true);
}

async function canceled(signal: AbortSignal): Promise<'canceled'> {
  return new Promise((resolve) => {
    const end = (): void => resolve('canceled');
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

async function testOne(server: ServerHere, { api, runtime, board, stop: canceling }: Work): Promise<boolean> {
  const before = board.lastOf(server);
  let stray: string | undefined;
  const stop = api.onLog((entry) => {
    if (entry.server === server.name && entry.code === 'stray-output') stray ??= entry.text;
  });
  const { ms, failure } = await testServer(server.name, runtime).finally(stop);
  if (canceling.aborted) {
    if (before) board.note(server, before);
    else board.forget(server.name);
    api.events.publish({ type: 'server.status', server: server.name, status: before ?? { name: 'not-checked' } });
    return false;
  }
  const now = api.host.now();
  const hint = stray === undefined ? {} : { hint: sanitized(pollution(server.name, stray)) };
  const status = failure
    ? { ...failureStatus(server, failure, now), ms }
    : { name: 'connected' as const, at: now.toISOString(), ms, ...hint };
  board.note(server, status);
  api.events.publish({ type: 'server.status', server: server.name, status });
  return failure === undefined;
}

function pollution(server: string, line: string): string {
  return describe(diagnostic('stdout-polluted', { server, line })).message;
}

/** Stops servers that were started only for the test, in batches. */
function stopper(runtime: Runtime): (name: string) => Promise<void> {
  let waiting: string[] = [];
  let busy: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    while (waiting.length > 0) {
      const names = waiting;
      waiting = [];
      await runtime.stop(names).catch(() => {});
    }
    busy = undefined;
  };
  return async (name) => {
    waiting.push(name);
    busy ??= stop();
    await busy;
  };
}
