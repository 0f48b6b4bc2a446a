import { ConnectionError } from './errors.ts';
import { EventStream } from './event-stream.ts';
import { type Exchange, type ExchangeEnd, placeIn } from './exchange.ts';
import { type Fetch, RefusedError } from './guarded-fetch.ts';
import { isEventStream } from './limit-body.ts';

interface ResumeOptions {
  readonly url: URL;
  /** Knows about sign-ins. */
  readonly fetch: Fetch;
  readonly maxMessageBytes: number;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/** Fetches the rest of a stream. Gives the function that breaks it off; `onEnd` is called once, unless that was used. */
export function resumeByFetch(options: ResumeOptions, exchange: Exchange): () => void {
  const stop = new AbortController();
  void pass(options, exchange, stop.signal);
  return () => stop.abort();
}

async function pass(options: ResumeOptions, exchange: Exchange, signal: AbortSignal): Promise<void> {
  const end = await read(options, exchange, signal);
  if (!signal.aborted) exchange.onEnd(end);
}

async function read(options: ResumeOptions, exchange: Exchange, signal: AbortSignal): Promise<ExchangeEnd> {
  let fault: ConnectionError | undefined;
  let isAnswered = false;
  const events = new EventStream(options.maxMessageBytes, {
    onData: (data) => (isAnswered = exchange.onText(data)),
    onFault: (error) => (fault = error),
  });
  let isOpen = false;
  try {
    const { body } = await open(options, exchange, signal);
    isOpen = true;
    for await (const chunk of body ?? []) {
      events.push(Buffer.from(chunk));
      if (fault) throw fault;
      if (isAnswered) break;
    }
    return placeIn(events);
  } catch (error) {
    return { error, isFinal: !isOpen || error instanceof ConnectionError, ...placeIn(events) };
  }
}

/** Redirects are followed within the origin of the server only, as for messages that are sent. */
async function open({ url, fetch }: ResumeOptions, { headers }: Exchange, signal: AbortSignal): Promise<Response> {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  let place = url;
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(place, { method: 'GET', headers: sent, redirect: 'manual', signal });
    if (response.ok && isEventStream(response.headers.get('content-type'))) return response;
    const next = REDIRECTS.has(response.status) ? redirectTarget(response, place) : undefined;
    if (!next) throw new RefusedError(response, await response.text());
    await response.body?.cancel();
    if (next.origin !== url.origin || followed === MOST_REDIRECTS) throw notFollowed(next);
    place = next;
  }
}

function redirectTarget({ headers }: Response, place: URL): URL | undefined {
  const location = headers.get('location') ?? '';
  return location !== '' && URL.canParse(location, place.href) ? new URL(location, place) : undefined;
}

function notFollowed({ origin, pathname }: URL): ConnectionError {
  return new ConnectionError({
    kind: 'http-status',
    message: `The server redirects to ${origin}${pathname}, which is not followed.`,
  });
}
