import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createUnzip } from 'node:zlib';
import type { Access } from './access.ts';
import { REFUSAL_BYTES, REFUSAL_MS } from './clip-body.ts';
import { EventStream } from './event-stream.ts';
import { type Exchange, type ExchangeEnd, placeIn } from './exchange.ts';
import { type Fetch, RefusedError } from './guarded-fetch.ts';
import type { HttpTarget } from './http-target.ts';
import { isEventStream } from './limit-body.ts';
import { tooLong } from './message-limits.ts';
import { resumeByFetch } from './resume-by-fetch.ts';

export interface RouteOptions extends HttpTarget {
  readonly access?: Access;
  /** The longest message that is taken from the server, in bytes. */
  readonly maxMessageBytes: number;
  /** Knows about sign-ins. */
  readonly fetch: Fetch;
}

const ACCEPT = 'application/json, text/event-stream';

/** Servers that close a connection which nobody uses do so after five seconds and more; we are there first. */
const UNUSED_MS = 4000;

/** How long a stream may stay open that has nothing more to say. */
const LINGER_MS = 1000;

const MOST_DISCARDED = 64 * 1024;

const ELSEWHERE = new Set([301, 302, 303, 307, 308, 401, 403]);

/**
 * The way to a server by its address, without the SDK in between, which takes ten times as long for a message. Only for
 * what is usual: redirects and sign-ins are left to others.
 */
export class HttpRoute {
  /** What goes along with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly access: Access | undefined;
  readonly #request: typeof http.request;
  readonly #agent: http.Agent;
  readonly #place: http.RequestOptions;
  readonly #limit: number;
  readonly #url: URL;
  readonly #fetch: Fetch;

  constructor({ url, headers, access, maxMessageBytes, fetch }: RouteOptions) {
    const { request, Agent, globalAgent } = url.protocol === 'https:' ? https : http;
    this.#request = request;
    // With the settings of the global one, which may know about proxies.
    const { options } = globalAgent as { options?: http.AgentOptions };
    this.#agent = new Agent({ ...options, keepAlive: true, timeout: UNUSED_MS });
    const { hostname, port, pathname, search } = url;
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#place = { hostname: host, ...(port !== '' && { port }), path: pathname + search, agent: this.#agent };
    const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const { accept } = own;
    // Compressed streams are held back by what compresses them; so we do not ask for that, but understand it.
    this.headers = {
      'user-agent': 'plugboard',
      ...own,
      accept: accept === undefined ? ACCEPT : `${accept}, ${ACCEPT}`,
    };
    this.access = access?.isOurs(own['authorization']) ? access : undefined;
    this.#limit = maxMessageBytes;
    this.#url = url;
    this.#fetch = fetch;
  }

  /** Gives the function that breaks it off; `onEnd` is called then too. */
  begin(exchange: Exchange): () => void {
    const { body: text, headers } = exchange;
    let isOver = false;
    const end = (how: ExchangeEnd): void => {
      if (isOver) return;
      isOver = true;
      exchange.onEnd(how);
    };
    const all =
      text === undefined
        ? headers
        : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const options = { ...this.#place, method: text === undefined ? 'GET' : 'POST', headers: all };
    let request: http.ClientRequest;
    let body: Readable | undefined;
    try {
      request = this.#request(options, (response) => {
        body = this.#take(response, exchange, end);
      });
    } catch (error) {
      // A header that others have chosen the value of may hold what no header can.
      end({ error });
      return () => {};
    }
    request.on('error', (error) => end({ error }));
    request.end(text);
    return () => {
      request.destroy();
      body?.destroy();
    };
  }

  /** Fetches the rest of a broken stream from a server that redirects, or asks who we are, where `begin` was refused. */
  resume(exchange: Exchange): () => void {
    return resumeByFetch({ url: this.#url, fetch: this.#fetch, maxMessageBytes: this.#limit }, exchange);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Gives what is read of the answer. */
  #take(response: http.IncomingMessage, exchange: Exchange, end: (how: ExchangeEnd) => void): Readable {
    const { statusCode: status = 0, headers } = response;
    if (ELSEWHERE.has(status)) {
      end({ isElsewhere: true });
      return discard(response);
    }
    if (status === 202 || status === 204) return discard(response).on('close', () => end({}));
    if (status !== 200) return this.#collectRefusal(response, end);
    return isEventStream(headers['content-type'])
      ? this.#stream(response, exchange, end)
      : this.#collect(response, exchange, end);
  }

  /** One text: the answer. */
  #collect(response: http.IncomingMessage, exchange: Exchange, end: (how: ExchangeEnd) => void): Readable {
    const chunks: Buffer[] = [];
    let size = 0;
    const body = bodyOf(response, (error) => end({ error }));
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= this.#limit) return;
      end({ error: tooLong(this.#limit), isFinal: true });
      body.destroy();
    });
    body.on('end', () => {
      exchange.onText(textOf(chunks));
      end({});
    });
    return body;
  }

  /** Why there is no answer, as far as it comes soon. */
  #collectRefusal(response: http.IncomingMessage, end: (how: ExchangeEnd) => void): Readable {
    const { statusCode: status = 0, statusMessage: statusText = '' } = response;
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => {
      clearTimeout(timer);
      end({ error: new RefusedError({ status, statusText }, textOf(chunks)), isFinal: status < 500 });
      body.destroy();
    };
    const body = bodyOf(response, finish);
    const timer = setTimeout(finish, REFUSAL_MS);
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > REFUSAL_BYTES) finish();
    });
    body.on('end', finish);
    return body;
  }

  #stream(response: http.IncomingMessage, exchange: Exchange, end: (how: ExchangeEnd) => void): Readable {
    let timer: NodeJS.Timeout | undefined;
    const finish = (how: ExchangeEnd): void => {
      clearTimeout(timer);
      end({ ...how, ...placeIn(events) });
    };
    const events = new EventStream(this.#limit, {
      onData: (data) => {
        if (exchange.onText(data)) timer ??= setTimeout(() => hangUp({}), LINGER_MS);
      },
      onFault: (error) => hangUp({ error, isFinal: true }),
    });
    const hangUp = (how: ExchangeEnd): void => {
      finish(how);
      body.destroy();
    };
    const body = bodyOf(response, (error) => finish({ error }));
    body.on('data', (chunk: Buffer) => events.push(chunk));
    body.on('end', () => finish({}));
    return body;
  }
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString();
}

/** Reads the rest, so that the connection can be used again, unless that is too much or takes too long. */
function discard(response: http.IncomingMessage): Readable {
  let size = 0;
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_DISCARDED) response.destroy();
  });
  return response.on('close', () => clearTimeout(timer));
}

/** What a server has packed is unpacked; to destroy the body ends both. */
function bodyOf(response: http.IncomingMessage, onError: (error: Error) => void): Readable {
  const encoding = response.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return response.on('error', onError);
  const unpacked = createUnzip();
  pipeline(response, unpacked, (error) => {
    if (error) onError(error);
  });
  return unpacked;
}
