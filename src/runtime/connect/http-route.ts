import * as http from 'node:http';
import * as https from 'node:https';
import { createUnzip } from 'node:zlib';
import type { Access } from './access.ts';
import { EventStream } from './event-stream.ts';
import { RefusedError } from './guarded-fetch.ts';
import type { HttpTarget } from './http-target.ts';
import { tooLong } from './limit-body.ts';

export interface RouteOptions extends HttpTarget {
  readonly access?: Access;
  /** The longest message that is taken from the server, in bytes. */
  readonly maxMessageBytes: number;
}

/** How an exchange has ended. `lastEventId` is where a stream can be gone on with. */
export interface ExchangeEnd {
  /** Absent when everything has come that the server wanted to send. */
  readonly error?: unknown;
  /** A redirect, or the question who we are: for whoever knows about such things. */
  readonly isElsewhere?: boolean;
  readonly lastEventId?: string;
  readonly retryMs?: number;
}

/** What is sent, and who takes the answer. */
export interface Exchange {
  /** A message; without one the rest of a broken stream is fetched. */
  readonly body?: string;
  readonly headers: http.OutgoingHttpHeaders;
  /** One message of the answer; true when nothing more is to come. */
  onText(text: string): boolean;
  onEnd(end: ExchangeEnd): void;
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

  constructor({ url, headers, access, maxMessageBytes }: RouteOptions) {
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
  }

  /** Gives the function that breaks it off; `onEnd` is called then too. */
  begin(exchange: Exchange): () => void {
    const { body, headers } = exchange;
    let isOver = false;
    const end = (how: ExchangeEnd): void => {
      if (isOver) return;
      isOver = true;
      exchange.onEnd(how);
    };
    const all =
      body === undefined
        ? headers
        : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { ...this.#place, method: body === undefined ? 'GET' : 'POST', headers: all };
    let request: http.ClientRequest;
    try {
      request = this.#request(options, (response) => this.#take(response, exchange, end));
    } catch (error) {
      // A header that others have chosen the value of may hold what no header can.
      end({ error });
      return () => {};
    }
    request.on('error', (error) => end({ error }));
    request.end(body);
    return () => request.destroy();
  }

  close(): void {
    this.#agent.destroy();
  }

  #take(response: http.IncomingMessage, exchange: Exchange, end: (how: ExchangeEnd) => void): void {
    const { statusCode: status = 0, headers } = response;
    response.on('error', (error) => end({ error }));
    if (ELSEWHERE.has(status)) {
      discard(response);
      end({ isElsewhere: true });
    } else if (status === 202 || status === 204) {
      discard(response);
      response.on('close', () => end({}));
    } else if (status === 200 && headers['content-type']?.startsWith('text/event-stream')) {
      this.#stream(response, exchange, end);
    } else this.#collect(response, exchange, end);
  }

  /** One text: the answer, or why there is none. */
  #collect(response: http.IncomingMessage, exchange: Exchange, end: (how: ExchangeEnd) => void): void {
    const { statusCode: status = 0, statusMessage: statusText = '' } = response;
    const chunks: Buffer[] = [];
    let size = 0;
    const body = bodyOf(response, end);
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > this.#limit) fail(response, tooLong(this.#limit), end);
    });
    body.on('end', () => {
      const [first] = chunks;
      const text = (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString();
      if (status !== 200) return end({ error: new RefusedError({ status, statusText }, text) });
      exchange.onText(text);
      end({});
    });
  }

  #stream(response: http.IncomingMessage, exchange: Exchange, end: (how: ExchangeEnd) => void): void {
    let timer: NodeJS.Timeout | undefined;
    const events = new EventStream(this.#limit, {
      onData: (data) => {
        if (exchange.onText(data)) timer ??= setTimeout(() => response.destroy(), LINGER_MS);
      },
      onTooLong: () => fail(response, tooLong(this.#limit), end),
    });
    const finish = (how: ExchangeEnd): void => {
      const { lastId, retryMs } = events;
      clearTimeout(timer);
      end({
        ...how,
        ...(lastId !== undefined && { lastEventId: lastId }),
        ...(retryMs !== undefined && { retryMs }),
      });
    };
    response.removeAllListeners('error').on('error', (error) => finish({ error }));
    const body = bodyOf(response, finish);
    body.on('data', (chunk: Buffer) => events.push(chunk));
    body.on('end', () => finish({}));
  }
}

/** Reads the rest, so that the connection can be used again, unless that is too much or takes too long. */
function discard(response: http.IncomingMessage): void {
  let size = 0;
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_DISCARDED) response.destroy();
  });
  response.on('close', () => clearTimeout(timer));
}

function bodyOf(response: http.IncomingMessage, end: (how: ExchangeEnd) => void): NodeJS.ReadableStream {
  const encoding = response.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return response;
  return response.pipe(createUnzip()).on('error', (error) => end({ error }));
}

function fail(response: http.IncomingMessage, error: Error, end: (how: ExchangeEnd) => void): void {
  end({ error });
  response.destroy();
}
