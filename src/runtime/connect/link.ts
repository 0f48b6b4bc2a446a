import type { ClientInfo, Failure, LogEntry, ResolvedServer } from '../types.ts';
import { unlessAborted } from './abortable.ts';
import { ConnectionError, UnreadableAnswer } from './errors.ts';
import { failureOf, notMcp } from './failure.ts';
import { shakeHands } from './handshake.ts';
import type { Access } from './http/access.ts';
import type { HttpTransport } from './http/http-transport.ts';
import type { Mask } from './mask.ts';
import { OtherEra } from './raw-handshake.ts';
import { changesOf, envelopeOf, type RawClient } from './raw-link.ts';
import { ServerRequests } from './server-requests.ts';
import { type Ask, capabilitiesWith } from './session/questions.ts';
import type { Era, NotificationListener, SessionInfo } from './session/session.ts';
import { type Traffic, TrafficTap } from './session/traffic.ts';
import type { Wire } from './wire.ts';

/** Everything that has to be known to make a connection to one server. */
export interface Opening {
  readonly server: ResolvedServer;
  readonly mask: Mask;
  readonly access?: Access;
  readonly clientInfo: ClientInfo;
  /** For connecting, and for every later request that names no other. */
  readonly timeoutMs: number;
  readonly maxMessageBytes: number;
  readonly onNotification: NotificationListener;
  /** Answers what the server asks; without, servers are told that nobody does. */
  readonly ask?: Ask;
  /** Hears every message, masked. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** What servers are told that we can do, when somebody else takes their messages. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly log: (level: LogEntry['level'], message: string) => void;
}

/** Whoever listens to a connection listens to this one only. */
export function tapOf({ mask, onTraffic }: Opening): { tap?: TrafficTap } {
  return onTraffic ? { tap: new TrafficTap(mask, onTraffic) } : {};
}

/** A connected client. */
export interface Link {
  readonly wire: Wire;
  /** A shorter way for messages, where there is one. */
  readonly http?: HttpTransport;
  readonly info: SessionInfo;
  /** Asks for the notifications that modern servers send on request only. */
  subscribe(): void;
  /** Politely: the server is told. */
  close(): Promise<void>;
}

export interface LinkOptions {
  readonly wire: Wire;
  readonly era: Era | 'auto';
  readonly http?: HttpTransport;
  /** What to add to a failure. */
  readonly details?: () => Partial<Failure>;
}

/** Connects through a wire; when that fails the wire is closed and the error is a `ConnectionError`. */
export async function connectLink(opening: Opening, options: LinkOptions, signal: AbortSignal): Promise<Link> {
  const { wire, era } = options;
  const { mask, log, ask } = opening;
  try {
    signal.throwIfAborted();
    let info: SessionInfo | undefined;
    const isModern = (): boolean => info?.era === 'modern';
    const requests = new ServerRequests({ wire, log, isModern, ...(ask && { ask }) });
    Object.assign(wire, {
      onmessage: (message) => requests.take(message),
      onerror: (error) => log('debug', mask(error.message)),
    } satisfies Partial<Wire>);
    // The signal comes first; it knows the limit for everything together.
    const timeoutMs = opening.timeoutMs + 1000;
    const connecting = wire.start().then(async () => shakeHands(wire, era, clientOf(opening), timeoutMs));
    info = await unlessAborted(connecting, signal);
    return makeLink(info, opening, options);
  } catch (error) {
    const { failure } = wire;
    await wire.close();
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (signal.aborted && !(reason instanceof ConnectionError)) throw reason;
    // What cannot be read as the very first answer comes from something else.
    const said = reason instanceof UnreadableAnswer ? notMcp : failureOf(reason, mask);
    const found = failure ?? { ...said, ...options.details?.() };
    // A fault of our own would look like one of the server.
    if (found.kind === 'other' && reason instanceof Error) log('debug', mask(reason.stack ?? ''));
    throw reason instanceof OtherEra ? new OtherEra(found) : new ConnectionError(found);
  }
}

function makeLink(info: SessionInfo, opening: Opening, { wire, http }: LinkOptions): Link {
  const { log, mask } = opening;
  if (info.era === 'modern') wire.envelope = envelopeOf(clientOf(opening));
  let subscribed = false;
  return {
    wire,
    ...(http && { http }),
    info,
    subscribe() {
      const notifications = changesOf(info);
      if (subscribed || info.era === 'legacy' || Object.keys(notifications).length === 0) return;
      subscribed = true;
      wire.subscribe(notifications).catch((error: unknown) => {
        log('debug', `It does not tell about changes: ${failureOf(error, mask).message}`);
      });
    },
    async close() {
      await http?.leave();
      await wire.close();
    },
  };
}

function clientOf({ clientInfo, capabilities, ask }: Opening): RawClient {
  return { clientInfo, capabilities: capabilities ?? capabilitiesWith(ask) };
}
