import { ConnectionError } from '../errors.ts';
import { failureOf, notHttp, notMcp } from '../failure.ts';
import { isMeantAsMessage } from '../parse-messages.ts';
import { EventStream } from './event-stream.ts';
import { type Exchange, type ExchangeEnd, kindOf, placeIn } from './exchange.ts';
import { type Fetch, RefusedError } from './guarded-fetch.ts';
import { isFollowed, isRedirect, MOST_REDIRECTS, notFollowed, redirectTarget } from './redirects.ts';

interface FetchOptions {
  readonly url: URL;
  /** Handles sign-ins and limits the response size. */
  readonly fetch: Fetch;
  readonly maxMessageBytes: number;
}

/**
 * An exchange that follows redirects and handles sign-ins. Returns a function that aborts it; `onEnd` is not called
 * after that.
 */
export function exchangeByFetch(options: FetchOptions, exchange: Exchange): () => void {
  const stop = new AbortController();
  void run(options, exchange, stop.signal);
  return () => stop.abort();
}

async function run(options: FetchOptions, exchange: Exchange, signal: AbortSignal): Promise<void> {
  const end = await read(options, exchange, signal);
  if (!signal.aborted) exchange.onEnd(end);
}

async function read(options: FetchOptions, exchange: Exchange, signal: AbortSignal): Promise<ExchangeEnd> {
  let response: Response;
  try {
    response = await open(options, exchange, signal);
  } catch (error) {
    return { error: named(error), isFinal: true };
  }
  const { headers, status } = response;
  const kind = kindOf(exchange.accepts, status, headers.get('content-type'));
  if (kind !== 'other') exchange.onAccepted?.(headers.get('mcp-session-id') ?? undefined);
  if (kind === 'stream') return readEvents(options, exchange, response);
  if (kind === 'text') return readText(exchange, response);
  await response.body?.cancel();
  return kind === 'other' ? { error: new ConnectionError(notMcp), isFinal: true } : {};
}

async function readEvents(options: FetchOptions, exchange: Exchange, { body }: Response): Promise<ExchangeEnd> {
  let fault: ConnectionError | undefined;
  let isAnswered = false;
  const events = new EventStream(options.maxMessageBytes, {
    onData: (data) => (isAnswered = exchange.onText(data)),
    isExpected: isMeantAsMessage,
    onFault: (error) => (fault = error),
  });
  try {
    for await (const chunk of body ?? []) {
      events.push(Buffer.from(chunk));
      if (fault) throw fault;
      if (isAnswered) break;
    }
    return placeIn(events);
  } catch (error) {
    return { error: named(error), isFinal: error instanceof ConnectionError, ...placeIn(events) };
  }
}

async function readText(exchange: Exchange, response: Response): Promise<ExchangeEnd> {
  try {
    exchange.onText(await response.text());
    return {};
  } catch (error) {
    return { error: named(error), isFinal: true };
  }
}

/** `fetch` throws errors of many kinds for a malformed response. */
function named(error: unknown): unknown {
  const { kind, message } = failureOf(error, (text) => text);
  return kind === 'other' ? new ConnectionError(notHttp(message)) : error;
}

async function open({ url, fetch }: FetchOptions, exchange: Exchange, signal: AbortSignal): Promise<Response> {
  const { method, body } = exchange;
  const sent = Object.entries(exchange.headers).map(([name, value]) => [name, String(value)] as const);
  const headers = { ...Object.fromEntries(sent), ...(body !== undefined && { 'content-type': 'application/json' }) };
  let place = url;
  for (let followed = 0; ; followed += 1) {
    const init = { method, headers, redirect: 'manual', signal, ...(body !== undefined && { body }) } as const;
    const response = await fetch(place, init);
    if (response.ok) return response;
    const location = isRedirect(response.status) ? response.headers.get('location') : undefined;
    const next = redirectTarget(location, place);
    if (!next) throw new RefusedError(response, await response.text());
    await response.body?.cancel();
    if (followed === MOST_REDIRECTS || !isFollowed(place, next, response.status, method)) throw notFollowed(next);
    place = next;
  }
}
