import { visible } from '../../model/visible.ts';
import type { ClientInfo, KeyValueCache, LogEntry, Resolution } from '../types.ts';
import { type Access, maskWith } from './access.ts';
import { eraMemory } from './era-memory.ts';
import { ConnectionError } from './errors.ts';
import { timeoutFailure } from './failure.ts';
import type { Link, Opening } from './link.ts';
import { LiveSession } from './live-session.ts';
import { createMask } from './mask.ts';
import { openHttp } from './open-http.ts';
import { openStdio } from './open-stdio.ts';
import type { Ask } from './questions.ts';
import type { NotificationListener, Session } from './session.ts';
import type { Traffic } from './traffic.ts';
import type { Watchdog } from './watchdog.ts';

export interface SessionOptions {
  readonly clientInfo: ClientInfo;
  readonly timeoutMs: number;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly watchdog: Watchdog;
  /** The whole environment of a child, made from what is declared for it. */
  readonly childEnvironment: (declared: Readonly<Record<string, string>>) => Record<string, string>;
  readonly eras?: KeyValueCache;
  /** Of a server that is contacted. */
  readonly access?: Access;
  readonly ask?: Ask;
  /** Hears every message, masked. */
  readonly onTraffic?: (traffic: Traffic) => void;
  readonly log?: (level: LogEntry['level'], message: string) => void;
  readonly maxMessageBytes?: number;
  readonly graceMs?: number;
}

/** The longest message that is taken from a server unless said otherwise. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Connects to a server within its time limit. Rejects with a `ConnectionError`, or with the reason of the signal. */
export async function openSession(
  resolution: Resolution,
  options: SessionOptions,
  signal?: AbortSignal,
): Promise<Session> {
  const { server } = resolution;
  const listeners = new Set<NotificationListener>();
  const { clientInfo, timeoutMs, maxMessageBytes = MAX_MESSAGE_BYTES, log = () => {} } = options;
  const onNotification: NotificationListener = (method, params) => {
    for (const listener of listeners) listener(method, params);
  };
  const { access, ask, onTraffic } = options;
  const mask = maskWith(createMask(resolution), access);
  const opening: Opening = {
    server,
    mask,
    clientInfo,
    timeoutMs,
    maxMessageBytes,
    onNotification,
    log,
    ...(access && { access }),
    ...(ask && { ask }),
    ...(onTraffic && { onTraffic }),
  };
  const warn = (message: string): void => log('warning', visible(mask(message)));
  const live = { listeners, warn, ...(ask && { ask }) };
  const eras = eraMemory(options.eras, server, Date.now);
  if (server.transport === 'stdio') {
    const { platform, watchdog, graceMs } = options;
    const env = options.childEnvironment(server.env);
    const place = { env, platform, watchdog, eras, ...(graceMs !== undefined && { graceMs }) };
    const link = await inTime((limit) => openStdio(opening, place, limit), timeoutMs, signal);
    return new LiveSession({ link, ...live });
  }
  const open = async (outer?: AbortSignal): Promise<Link> =>
    inTime((limit) => openHttp(opening, eras, limit), timeoutMs, outer);
  return new LiveSession({ link: await open(signal), reopen: open, ...live });
}

/** One limit for everything that connecting takes: attempts, fallbacks, redirects. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, ms: number, outer?: AbortSignal): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new ConnectionError(timeoutFailure(ms))), ms);
  const passOn = (): void => limit.abort(outer?.reason);
  if (outer?.aborted) passOn();
  outer?.addEventListener('abort', passOn, { once: true });
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', passOn);
  }
}
