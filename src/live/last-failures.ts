import { canSignIn } from '../model/can-sign-in.ts';
import type { Host } from '../model/host.ts';
import { readServerLog, type ServerLogEntry } from '../store/logs/server-logs.ts';
import type { Runtime } from './runtime.ts';
import type { ServerHere } from './servers-here.ts';

/** The last failure of a server. */
export interface LastFailure extends ServerLogEntry {
  /** Whether the only problem is a missing sign-in. */
  readonly isAboutSignIn: boolean;
}

/** The last failure of each server, without servers that have connected since. */
export function lastFailures(entries: readonly ServerLogEntry[]): Map<string, LastFailure> {
  const failures = new Map<string, LastFailure>();
  /** Servers that require authentication but do not support signing in, as an attempt has shown. */
  const unsignable = new Map<string, LastFailure>();
  for (const entry of entries) {
    const { server, code, text = entry.message } = entry;
    const failure = { ...entry, message: text, isAboutSignIn: false };
    if (code === 'sign-in-unavailable') unsignable.set(server, failure);
    if (code === 'sign-in-needed') failures.set(server, unsignable.get(server) ?? { ...failure, isAboutSignIn: true });
    if (code === 'failed' || code === 'sign-in-unavailable') failures.set(server, failure);
    if (code === 'connected') for (const known of [failures, unsignable]) known.delete(server);
  }
  return failures;
}

/** Older failures are not relevant for the current status. */
const FAILURE_AGE_MS = 7 * 24 * 3_600_000;

/** The last failures of these servers, from their logs. */
export async function recordedFailures(
  host: Host,
  servers: readonly Pick<ServerHere, 'name'>[],
): Promise<Map<string, LastFailure>> {
  const since = new Date(host.now().getTime() - FAILURE_AGE_MS);
  return lastFailures(await readServerLog(host, { servers: servers.map(({ name }) => name), since }));
}

/** What a failure means now: a missing sign-in may have been made up for, and if there is none it is a failure. */
export async function meaningOf(
  failure: LastFailure,
  server: ServerHere,
  { signIn }: Pick<Runtime, 'signIn'>,
): Promise<'failed' | 'needs-sign-in' | 'over'> {
  if (!failure.isAboutSignIn || !canSignIn(server.server)) return 'failed';
  const known = await signIn.status(server).catch(() => undefined);
  const isOver = known?.state === 'signed-in' && known.renewedAt !== undefined && known.renewedAt > failure.time;
  return isOver ? 'over' : 'needs-sign-in';
}
