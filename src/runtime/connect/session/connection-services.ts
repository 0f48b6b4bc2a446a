import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../model/reference.ts';
import type { ConnectionServices } from '../../connection.ts';
import { fingerprintOf } from '../../trust/approval.ts';
import type { ClientInfo, KeyValueCache, Log, LogEntry, Permission, Resolution, ServerToRun } from '../../types.ts';
import { childEnvironment } from '../../values/child-environment.ts';
import type { Closable } from '../attempt.ts';
import type { Access } from '../http/access.ts';
import { Semaphore } from '../semaphore.ts';
import type { EndedCall } from './observe-call.ts';
import { openSession, type SessionOptions } from './open-session.ts';
import type { Answer, Ask } from './questions.ts';
import { timeLimitOf } from './time-limit.ts';
import type { Traffic } from './traffic.ts';
import type { Watchdog } from './watchdog.ts';

export interface ServiceOptions {
  readonly env: Environment;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly resolve: (toRun: ServerToRun, signal: AbortSignal) => Promise<Resolution>;
  readonly permission: (toRun: ServerToRun) => Promise<Permission>;
  /** How we identify ourselves to servers. */
  readonly clientInfo: ClientInfo;
  /** The sign-in to a remote server. */
  readonly access?: (toRun: ServerToRun) => Access | undefined;
  /** Asks a person on behalf of a server. Without it, elicitation is not advertised. */
  readonly ask?: (
    toRun: ServerToRun,
    question: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ) => Promise<Answer>;
  /** Called with every message to and from servers, masked. */
  readonly onTraffic?: (toRun: ServerToRun, traffic: Traffic) => void;
  /** Called when a tool call has finished. */
  readonly onCall?: (toRun: ServerToRun, call: EndedCall) => void;
  /** Cache of the protocol era of each server. */
  readonly eras?: KeyValueCache;
  /** Maximum number of programs starting at the same time; by default twice the number of cores. */
  readonly concurrency?: number;
  readonly log?: (entry: LogEntry) => void;
  /** Maximum size of a message from a server, in bytes. */
  readonly maxMessageBytes?: number;
  /** Grace period of each shutdown step: closing stdin, SIGTERM, SIGKILL. */
  readonly graceMs?: number;
  readonly now?: () => Date;
  readonly random?: () => number;
  readonly wait?: ConnectionServices['wait'];
}

/** A program that has not answered by then is not busy starting but waiting for something. */
const START_MS = 1000;

/** Services shared by the connections of a manager. */
export function connectionServices(options: ServiceOptions, watchdog: Watchdog): ConnectionServices {
  return servicesWith(options, watchdog, openSession, startSemaphore(options));
}

/** Limits how many programs start at the same time, across all connections. */
export function startSemaphore({ concurrency }: Pick<ServiceOptions, 'concurrency'>): Semaphore {
  return new Semaphore(concurrency ?? Math.max(4, 2 * availableParallelism()));
}

type Open<S> = (resolution: Resolution, options: SessionOptions, signal: AbortSignal) => Promise<S>;

/** Like `connectionServices`, for other kinds of connections. */
export function servicesWith<S extends Closable>(
  options: ServiceOptions,
  watchdog: Watchdog,
  openWith: Open<S>,
  slots: Semaphore,
): ConnectionServices<S> {
  const { env, platform, clientInfo, eras, maxMessageBytes, graceMs, ask, onTraffic, onCall, log = () => {} } = options;
  const shared = {
    clientInfo,
    platform,
    watchdog,
    childEnvironment: (declared: Readonly<Record<string, string>>) => childEnvironment(declared, env, platform),
    ...(eras && { eras }),
    ...(maxMessageBytes !== undefined && { maxMessageBytes }),
    ...(graceMs !== undefined && { graceMs }),
  };
  return {
    permission: options.permission,
    fingerprint: (toRun) => fingerprintOf(toRun, env),
    resolve: options.resolve,
    hasSignedIn: async (toRun) => (await options.access?.(toRun)?.isWorthTrying()) === true,
    async open(toRun, resolution, signal, limit) {
      const { name, server } = toRun;
      const access = resolution.server.transport === 'stdio' ? undefined : options.access?.(toRun);
      const own = {
        ...(access && { access }),
        ...(ask && { ask: async (...question: Parameters<Ask>) => ask(toRun, ...question) }),
        ...(onCall && { onCall: (call: EndedCall) => onCall(toRun, call) }),
        ...(onTraffic && { onTraffic: (traffic: Traffic) => onTraffic(toRun, traffic) }),
        timeoutMs: timeLimitOf(server),
        log: ((level, message, event) => log({ level, server: name, message, ...event })) satisfies Log,
      };
      const start = async (): Promise<S> => {
        limit.start();
        return openWith(resolution, { ...shared, ...own }, signal);
      };
      return resolution.server.transport === 'stdio' ? inSlot(slots, start, signal) : start();
    },
    log,
    now: options.now ?? (() => new Date()),
    random: options.random ?? Math.random,
    wait: options.wait ?? (async (ms, signal) => sleep(ms, undefined, { signal })),
  };
}

/** Many programs starting at once slow each other down until they time out. */
async function inSlot<T>(slots: Semaphore, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const release = await slots.take(signal);
  const timer = setTimeout(release, START_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    release();
  }
}
