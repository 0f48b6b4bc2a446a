import type { EraMemory } from '../era-memory.ts';
import { ConnectionError } from '../errors.ts';
import { connectLink, type Link, type Opening, tapOf } from '../link.ts';
import type { Era } from '../session/session.ts';
import type { Transport } from '../transport.ts';
import { Wire, type WireOptions } from '../wire.ts';
import { type Fetch, type FetchLimits, guardedFetch, throwingFetch } from './guarded-fetch.ts';
import { HttpRoute } from './http-route.ts';
import { httpTarget, type HttpTarget } from './http-target.ts';
import { HttpTransport } from './http-transport.ts';

/**
 * Connects to a server by URL. Servers without Streamable HTTP reject it with one of a few statuses and are then tried
 * with SSE; if the definition names SSE, the order is reversed.
 */
export async function openHttp(opening: Opening, eras: EraMemory, signal: AbortSignal): Promise<Link> {
  const target = httpTarget(opening.server);
  const streamable = async (): Promise<Link> => openStreamable(opening, target, eras, signal);
  const sse = async (): Promise<Link> => openSse(opening, target, signal);
  const [first, second] = opening.server.transport === 'sse' ? [sse, streamable] : [streamable, sse];
  try {
    return await first();
  } catch (error) {
    if (!isOtherTransport(error)) throw error;
    return second().catch((later: unknown) => {
      throw signal.aborted || statusIn(later) === 401 ? later : error;
    });
  }
}

const statusIn = (error: unknown): number | undefined =>
  error instanceof ConnectionError ? error.failure.status : undefined;

function isOtherTransport(error: unknown): boolean {
  return [400, 404, 405].includes(statusIn(error) ?? 0);
}

/** Skips the modern request for a server known to be legacy, unless the legacy handshake is refused. */
async function openStreamable(
  opening: Opening,
  target: HttpTarget,
  eras: EraMemory,
  signal: AbortSignal,
): Promise<Link> {
  if ((await eras.recall()) === 'legacy') {
    try {
      return await attempt(opening, target, 'legacy', signal);
    } catch (error) {
      const isRefused = error instanceof ConnectionError && ['protocol', 'http-status'].includes(error.failure.kind);
      if (!isRefused) throw error;
    }
  }
  const link = await attempt(opening, target, 'auto', signal);
  await eras.note(link.info.era);
  return link;
}

/** Does not use the SDK, which is loaded only for sign-ins and SSE servers. */
async function attempt(opening: Opening, target: HttpTarget, era: Era | 'auto', signal: AbortSignal): Promise<Link> {
  const { access, maxMessageBytes, timeoutMs, mask } = opening;
  const fetch = fetchOf(opening);
  const route = new HttpRoute({ ...target, ...(access && { access }), maxMessageBytes, headersMs: timeoutMs, fetch });
  const http = new HttpTransport(route, mask);
  const wire = wireOver(opening, http, { whyClosed: () => http.failure });
  return connectLink(opening, { wire, era, http }, signal);
}

async function openSse(opening: Opening, { url, headers }: HttpTarget, signal: AbortSignal): Promise<Link> {
  const { SSEClientTransport, SseError } = await import('../../sdk-client.ts');
  const fetch = throwingFetch(fetchOf(opening, (error) => wire.fail(error.failure)));
  const transport = new SSEClientTransport(url, { fetch, requestInit: { headers } });
  let isConnected = false;
  // The SSE transport reconnects by itself, but the new stream does not belong to this session.
  const onError = (error: Error): boolean => {
    const isLost = isConnected && error instanceof SseError;
    if (isLost) wire.fail(streamLost);
    return isLost;
  };
  const wire = wireOver(opening, transport as unknown as Transport, { onError });
  const link = await connectLink(opening, { wire, era: 'legacy' }, signal);
  isConnected = true;
  return link;
}

const streamLost = { kind: 'unreachable', message: 'The server closed its response stream.' } as const;

function wireOver(opening: Opening, transport: Transport, more: Pick<WireOptions, 'onError' | 'whyClosed'>): Wire {
  const { mask, timeoutMs, onNotification } = opening;
  return new Wire({ transport, mask, timeoutMs, onNotification, ...more, ...tapOf(opening) });
}

function fetchOf({ timeoutMs, maxMessageBytes, access }: Opening, onLimit?: FetchLimits['onLimit']): Fetch {
  const fetch = guardedFetch({ headersMs: timeoutMs, maxMessageBytes, ...(onLimit && { onLimit }) });
  return access ? access.guard(fetch) : fetch;
}
