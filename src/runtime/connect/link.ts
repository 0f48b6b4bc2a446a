import type { Client } from '@modelcontextprotocol/client';
import { visible } from '../../model/visible.ts';
import type { ClientInfo, Failure, LogEntry, ResolvedServer } from '../types.ts';
import { unlessAborted } from './abortable.ts';
import type { Access } from './access.ts';
import { ConnectionError } from './errors.ts';
import { failureOf, isOfOtherEra } from './failure.ts';
import type { HttpRoute } from './http-route.ts';
import type { Mask } from './mask.ts';
import { type Ask, answerTo, capabilitiesWith } from './questions.ts';
import { changesOf, MODERN } from './raw-link.ts';
import type { Era, NotificationListener, SessionInfo } from './session.ts';
import { type Traffic, TrafficTap } from './traffic.ts';
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
  /** Whoever answers what the server asks; without, servers are told that nobody does. */
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
  readonly route?: HttpRoute;
  readonly info: SessionInfo;
  /** Asks for the notifications that modern servers send on request only. */
  subscribe(): void;
  /** Politely: the server is told. */
  close(): Promise<void>;
}

/** The server answers, but not to the handshake of this era. */
export class OtherEra extends ConnectionError {}

const METHOD_NOT_FOUND = -32601;

const negotiations = {
  legacy: { mode: 'legacy' },
  modern: { mode: { pin: MODERN } },
  auto: { mode: 'auto' },
} as const;

export interface LinkOptions {
  readonly wire: Wire;
  readonly era: Era | 'auto';
  readonly route?: HttpRoute;
  /** Says good-bye to the server. */
  readonly leave?: () => Promise<void>;
  /** What to add to a failure. */
  readonly details?: () => Partial<Failure>;
}

/** Connects through a wire; when that fails the wire is closed and the error is a `ConnectionError`. */
export async function connectLink(opening: Opening, options: LinkOptions, signal: AbortSignal): Promise<Link> {
  const { wire, era } = options;
  const { timeoutMs, clientInfo, mask } = opening;
  try {
    signal.throwIfAborted();
    // Takes a fifth of a second to load, which only those pay who connect.
    const { Client, ProtocolError } = await import('@modelcontextprotocol/client');
    // The signal comes first; it knows the limit for everything together.
    const timeout = timeoutMs + 1000;
    const versionNegotiation = { ...negotiations[era], probe: { timeoutMs: timeout } };
    const { ask } = opening;
    const client = new Client(clientInfo, { versionNegotiation, capabilities: capabilitiesOf(opening) });
    if (ask) {
      client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq: { signal } }) => {
        const { action, content } = await wire.whileAsked(async () => answerTo(params, ask, signal));
        return { action, ...(content && { content: { ...content } }) };
      });
    }
    client.fallbackRequestHandler = async ({ method }) => {
      opening.log('info', `It asks for ${visible(method)}, which is declined.`);
      throw new ProtocolError(METHOD_NOT_FOUND, `Plugboard declines ${method}.`);
    };
    Object.assign(client, { onerror: (error) => opening.log('debug', mask(error.message)) } satisfies Partial<Client>);
    await unlessAborted(client.connect(wire, { timeout }), signal);
    return makeLink(client, opening, options);
  } catch (error) {
    const { failure } = wire;
    await wire.close();
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (signal.aborted && !(reason instanceof ConnectionError)) throw reason;
    const found = failure ?? { ...failureOf(reason, mask), ...options.details?.() };
    // A fault of our own would look like one of the server.
    if (found.kind === 'other' && reason instanceof Error) opening.log('debug', mask(reason.stack ?? ''));
    throw isOfOtherEra(reason) ? new OtherEra(found) : new ConnectionError(found);
  }
}

function makeLink(client: Client, opening: Opening, { wire, route, leave }: LinkOptions): Link {
  const info = infoOf(client);
  if (info.era === 'modern') {
    wire.envelope = {
      'io.modelcontextprotocol/protocolVersion': info.protocol,
      'io.modelcontextprotocol/clientInfo': opening.clientInfo,
      'io.modelcontextprotocol/clientCapabilities': capabilitiesOf(opening),
    };
  }
  let subscribed = false;
  return {
    wire,
    ...(route && { route }),
    info,
    subscribe() {
      const wanted = changesOf(info);
      if (subscribed || info.era === 'legacy' || Object.keys(wanted).length === 0) return;
      subscribed = true;
      client.listen(wanted).catch((error: unknown) => {
        opening.log('debug', `It does not tell about changes: ${failureOf(error, opening.mask).message}`);
      });
    },
    async close() {
      await leave?.().catch(() => {});
      await wire.close();
      route?.close();
    },
  };
}

function infoOf(client: Client): SessionInfo {
  const { name, version } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    era: client.getProtocolEra() ?? 'legacy',
    ...(instructions !== undefined && { instructions }),
    capabilities: { ...client.getServerCapabilities() },
  };
}

function capabilitiesOf({ capabilities, ask }: Opening): Record<string, never> {
  return (capabilities ?? capabilitiesWith(ask)) as Record<string, never>;
}
