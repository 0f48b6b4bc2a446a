import { logEvent } from '../../model/log-event.ts';
import type { Failure, LogEntry, Permission, Resolution, ServerToRun } from '../types.ts';
import { ConnectionError } from './errors.ts';
import { withOwnCredentials } from './http/own-credentials.ts';
import type { Session } from './session/session.ts';
import type { TimeLimit } from './session/time-limit.ts';

/** The part of a session that a connection manages; `closed` settles with the reason if it ends by itself. */
export type Closable = Pick<Session, 'closed' | 'close'>;

/** External dependencies of one connection attempt. */
export interface AttemptServices<S extends Closable = Session> {
  readonly permission: (toRun: ServerToRun) => Promise<Permission>;
  readonly resolve: (toRun: ServerToRun, signal: AbortSignal) => Promise<Resolution>;
  /** Starts the time limit as soon as the server is started or contacted. */
  readonly open: (toRun: ServerToRun, resolution: Resolution, signal: AbortSignal, limit: TimeLimit) => Promise<S>;
  readonly log: (entry: LogEntry) => void;
}

/** The server has been neither approved nor denied yet. */
export class ApprovalMissing extends ConnectionError {}

/**
 * Checks permission first, because resolving values can already run commands. Rejects with a `ConnectionError` unless
 * aborted.
 */
export async function attempt<S extends Closable>(
  toRun: ServerToRun,
  services: AttemptServices<S>,
  signal: AbortSignal,
  limit: TimeLimit,
): Promise<S> {
  const either = AbortSignal.any([signal, limit.signal]);
  await requirePermission(toRun, services);
  const resolution = await resolveValues(toRun, services, either);
  try {
    return await services.open(toRun, resolution, either, limit);
  } catch (error) {
    throw error instanceof ConnectionError && !signal.aborted ? explained(error, toRun, resolution) : error;
  }
}

type Rules = Omit<AttemptServices, 'open'>;

async function requirePermission(toRun: ServerToRun, { permission }: Rules): Promise<void> {
  const answer = await permission(toRun).catch((error: unknown) => {
    throw new ConnectionError({ kind: 'denied', message: messageOf(error) });
  });
  if (answer === 'denied') throw new ConnectionError({ kind: 'denied', message: 'You have denied this server.' });
  if (answer === 'pending') throw new ApprovalMissing({ kind: 'denied', message: 'The server needs approval.' });
}

async function resolveValues(toRun: ServerToRun, services: Rules, signal: AbortSignal): Promise<Resolution> {
  const resolution = await services.resolve(toRun, signal).catch((error: unknown) => {
    if (signal.aborted || error instanceof ConnectionError) throw error;
    throw new ConnectionError({ kind: 'values', message: messageOf(error) });
  });
  for (const { field, reason } of resolution.problems) {
    services.log({
      level: 'error',
      server: toRun.name,
      ...logEvent('value-left-out', `${field} is left out: ${reason}`),
    });
  }
  const { transport, command, url } = resolution.server;
  if ((transport === 'stdio' ? command : url) === undefined) throw new ConnectionError(incomplete(resolution));
  return resolution;
}

function incomplete({ server, problems }: Resolution): Failure {
  const needed = server.transport === 'stdio' ? 'command' : 'url';
  const reasons = problems.map(({ field, reason }) => `${field}: ${reason}`);
  return { kind: 'values', message: reasons.join('; ') || `The server has no ${needed}.` };
}

/** An unresolved value is the most likely cause of any other failure, so it becomes the tip. */
function explained(error: ConnectionError, { server }: ServerToRun, { problems }: Resolution): ConnectionError {
  const failure = withOwnCredentials(error.failure, server);
  const [first] = problems;
  if (!first) return failure === error.failure ? error : new ConnectionError(failure);
  const { field, reason } = first;
  return new ConnectionError({ ...failure, tip: `It was started without ${field}: ${reason}`, leftOut: field });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
