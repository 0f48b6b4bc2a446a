import type { ClientInfo, Failure, Log, ResolvedServer } from '../types.ts';
import { unlessAborted } from './abortable.ts';
import { ConnectionError, UnreadableAnswer } from './errors.ts';
import { failureOf, notMcp } from './failure.ts';
import { performHandshake } from './handshake.ts';
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

/** Everything needed to connect to one server. */
export interface Opening {
  readonly server: ResolvedServer;
  readonly mask: Mask;
  readonly access?: Access;
  readonly clientInfo: ClientInfo;
  /** For connecting, and the default for later requests. */
  readonly timeoutMs: number;
  readonly maxMessageBytes: number;
  readonly onNotification: NotificationListener;
  /** Answers elicitation requests. Without it, the capability is not advertised. */
  readonly ask?: Ask;
  /** Called with every message, masked. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** Capabilities to advertise when the caller handles the server's messages itself. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly log: Log;
}

/** Creates a tap for this connection only. */
export function tapOf({ mask, onTraffic }: Opening): { tap?: TrafficTap } {
  return onTraffic ? { tap: new TrafficTap(mask, onTraffic) } : {};
}

export interface Link {
  readonly wire: Wire;
  /** Direct path for raw messages over HTTP, if available. */
  readonly http?: HttpTransport;
  readonly info: SessionInfo;
  /** Subscribes to the notifications that modern servers send on request only. */
  subscribe(): void;
  /** Closes gracefully: ends the HTTP session first. */
  close(): Promise<void>;
}

export interface LinkOptions {
  readonly wire: Wire;
  readonly era: Era | 'auto';
  readonly http?: HttpTransport;
  /** Details to add to a failure. */
  readonly details?: () => Partial<Failure>;
}

/** Connects through a wire. On failure it closes the wire and rejects with a `ConnectionError`. */
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
    // The signal enforces the overall limit, so the request timeout must fire later.
    const timeoutMs = opening.timeoutMs + 1000;
    const connecting = wire.start().then(async () => performHandshake(wire, era, clientOf(opening), timeoutMs));
    info = await unlessAborted(connecting, signal);
    return makeLink(info, opening, options);
  } catch (error) {
    const { failure } = wire;
    await wire.close();
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (signal.aborted && !(reason instanceof ConnectionError)) throw reason;
    // If the very first response is unreadable, the peer is not an MCP server.
    const said = reason instanceof UnreadableAnswer ? notMcp : failureOf(reason, mask);
    const found = failure ?? { ...said, ...options.details?.() };
    // Log the stack: an internal error would otherwise look like one of the server.
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
        log('debug', `It does not send change notifications: ${failureOf(error, mask).message}`);
      });
    },
    async close() {
      await http?.endSession();
      await wire.close();
    },
  };
}

function clientOf({ clientInfo, capabilities, ask }: Opening): RawClient {
  return { clientInfo, capabilities: capabilities ?? capabilitiesWith(ask) };
}
