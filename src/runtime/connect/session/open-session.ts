import { visible } from '../../../model/visible.ts';
import type { ClientInfo, KeyValueCache, Log, Resolution, ResolvedServer } from '../../types.ts';
import { type EraMemory, eraMemory } from '../era-memory.ts';
import { ConnectionError } from '../errors.ts';
import { timeoutFailure } from '../failure.ts';
import { type Access, maskWith } from '../http/access.ts';
import { openHttp } from '../http/open-http.ts';
import { RawHttp } from '../http/raw-http.ts';
import type { Link, Opening } from '../link.ts';
import { createMask } from '../mask.ts';
import type { RawClient, RawLink } from '../raw-link.ts';
import { openRawStdio, openStdio, type StdioPlace } from '../stdio/open-stdio.ts';
import { LiveSession } from './live-session.ts';
import type { OnCall } from './observe-call.ts';
import type { Ask } from './questions.ts';
import type { NotificationListener, Session } from './session.ts';
import type { Traffic } from './traffic.ts';
import type { Watchdog } from './watchdog.ts';

export interface SessionOptions {
  readonly clientInfo: ClientInfo;
  readonly timeoutMs: number;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly watchdog: Watchdog;
  /** The complete environment of a child, built from the declared variables. */
  readonly childEnvironment: (declared: Readonly<Record<string, string>>) => Record<string, string>;
  readonly eras?: KeyValueCache;
  /** For remote servers. */
  readonly access?: Access;
  readonly ask?: Ask;
  /** Called with every message, masked. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** Called when a tool call has finished. */
  readonly onCall?: OnCall;
  readonly log?: Log;
  readonly maxMessageBytes?: number;
  readonly graceMs?: number;
}

/** Default maximum size of a message from a server. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Connects to a server within its time limit. Rejects with a `ConnectionError`, or with the signal's reason. */
export async function openSession(
  resolution: Resolution,
  options: SessionOptions,
  signal?: AbortSignal,
): Promise<Session> {
  const { server } = resolution;
  const listeners = new Set<NotificationListener>();
  const { timeoutMs, log = () => {} } = options;
  const onNotification: NotificationListener = (method, params) => {
    for (const listener of listeners) listener(method, params);
  };
  const { ask, onCall } = options;
  const opening = openingOf(resolution, options, onNotification);
  const { mask } = opening;
  const warn = (message: string): void => log('warning', visible(mask(message)));
  const live = { listeners, timeoutMs, warn, ...(ask && { ask }), ...(onCall && { onCall }) };
  const eras = eraMemory(options.eras, server, Date.now);
  if (server.transport === 'stdio') {
    const place = stdioPlace(server, options, eras);
    const link = await inTime((limit) => openStdio(opening, place, limit), timeoutMs, signal);
    return new LiveSession({ link, ...live });
  }
  const open = async (outer?: AbortSignal): Promise<Link> =>
    inTime((limit) => openHttp(opening, eras, limit), timeoutMs, outer);
  return new LiveSession({ link: await open(signal), reopen: open, ...live });
}

/** Like `openSession`, but leaves all messages to the caller. */
export async function openRaw(
  resolution: Resolution,
  options: SessionOptions,
  client: RawClient,
  signal?: AbortSignal,
): Promise<RawLink> {
  const { server } = resolution;
  const { timeoutMs } = options;
  const { capabilities, clientInfo } = client;
  const eras = eraMemory(options.eras, server, Date.now);
  if (server.transport === 'stdio') {
    const opening = openingOf(resolution, options, () => {});
    return inTime(
      async (limit) => openRawStdio(opening, stdioPlace(server, options, eras), client, limit),
      timeoutMs,
      signal,
    );
  }
  const opening = { ...openingOf(resolution, options, () => {}), capabilities, clientInfo };
  const open = async (outer?: AbortSignal): Promise<Link> =>
    inTime((limit) => openHttp(opening, eras, limit), timeoutMs, outer);
  return new RawHttp(await open(signal), { reopen: open, log: opening.log, mask: opening.mask });
}

function openingOf(resolution: Resolution, options: SessionOptions, onNotification: NotificationListener): Opening {
  const {
    clientInfo,
    timeoutMs,
    maxMessageBytes = MAX_MESSAGE_BYTES,
    log = () => {},
    access,
    ask,
    onTraffic,
  } = options;
  const { server } = resolution;
  const mask = maskWith(createMask(resolution), access);
  const common = { server, mask, clientInfo, timeoutMs, maxMessageBytes, onNotification, log };
  return { ...common, ...(access && { access }), ...(ask && { ask }), ...(onTraffic && { onTraffic }) };
}

function stdioPlace(server: ResolvedServer, options: SessionOptions, eras: EraMemory): StdioPlace {
  const { platform, watchdog, graceMs } = options;
  const env = options.childEnvironment(server.env);
  return { env, platform, watchdog, eras, ...(graceMs !== undefined && { graceMs }) };
}

/** One limit for all of connecting: attempts, fallbacks, redirects. */
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
