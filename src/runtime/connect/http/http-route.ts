import * as http from 'node:http';
import * as https from 'node:https';
import { brokenOff } from '../errors.ts';
import { noHeaders, tooManyHeaders } from '../message-limits.ts';
import type { Access } from './access.ts';
import { exchangeByFetch } from './exchange-by-fetch.ts';
import type { Exchange, ExchangeEnd } from './exchange.ts';
import type { Fetch } from './guarded-fetch.ts';
import type { HttpTarget } from './http-target.ts';
import { AnswerReader } from './read-answer.ts';
import { isRedirect } from './redirects.ts';

export interface RouteOptions extends HttpTarget {
  readonly access?: Access;
  /** The longest message that is taken from the server, in bytes. */
  readonly maxMessageBytes: number;
  /** How long to wait for the first line of an answer; not for posts, whose answer may take as long as the work does. */
  readonly headersMs: number;
  /** Handles sign-ins. */
  readonly fetch: Fetch;
}

const ACCEPT = 'application/json, text/event-stream';

/** Servers that close an unused connection do so after five seconds and more; we are there first. */
const UNUSED_MS = 4000;

/** Answers of the status 1xx, which say nothing here. */
const MOST_INTERIM_ANSWERS = 20;

/**
 * The way to a server by its address, with Node's HTTP client on connections that are kept: `fetch` takes several times
 * as long for a message. Redirects and sign-ins are left to `detour`.
 */
export class HttpRoute {
  /** What goes along with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server answers with redirects, so the detour is the shorter way. */
  isRedirected = false;
  readonly #access: Access | undefined;
  readonly #request: typeof http.request;
  readonly #agent: http.Agent;
  readonly #place: http.RequestOptions;
  readonly #options: RouteOptions;
  readonly #answers: AnswerReader;
  /** Nobody has signed in, and the server lets us in all the same: to look each time would take longer than the call. */
  #isWithoutToken = false;

  constructor(options: RouteOptions) {
    const { url, headers, access, maxMessageBytes } = options;
    this.#options = options;
    const { request, Agent, globalAgent } = url.protocol === 'https:' ? https : http;
    this.#request = request;
    // With the settings of the global one, which may know about proxies.
    const { options: settings } = globalAgent as { options?: http.AgentOptions };
    this.#agent = new Agent({ ...settings, keepAlive: true, timeout: UNUSED_MS });
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
    this.#access = access?.isOurs(own['authorization']) ? access : undefined;
    this.#answers = new AnswerReader(maxMessageBytes, (status) => this.#isElsewhere(status));
  }

  /** The token of a sign-in; undefined without a promise where none is needed. */
  token(): Promise<string | undefined> | undefined {
    return this.#access && !this.#isWithoutToken ? this.#askForToken(this.#access) : undefined;
  }

  /** Returns a function that aborts the exchange; `onEnd` is called then too. */
  begin(exchange: Exchange): () => void {
    const { method, body, headers } = exchange;
    let isOver = false;
    const end = (how: ExchangeEnd): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      exchange.onEnd(how);
    };
    const all =
      body === undefined
        ? headers
        : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    let request: http.ClientRequest;
    let timer: NodeJS.Timeout | undefined;
    let stopReading: (() => void) | undefined;
    try {
      request = this.#request({ ...this.#place, method, headers: all }, (response) => {
        clearTimeout(timer);
        stopReading = this.#answers.read(response, exchange, end);
      });
    } catch (error) {
      // A header that others have chosen the value of may hold what no header can.
      queueMicrotask(() => end({ error }));
      return () => {};
    }
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MOST_INTERIM_ANSWERS) request.destroy(tooManyHeaders());
    });
    request.on('error', (error) => end({ error }));
    // Without an error when the server switches to another protocol.
    request.on('close', () => {
      if (!stopReading) end({ error: brokenOff() });
    });
    const { headersMs } = this.#options;
    if (method !== 'POST') timer = setTimeout(() => request.destroy(noHeaders(headersMs)), headersMs);
    request.end(body);
    return () => {
      request.destroy();
      stopReading?.();
    };
  }

  /** The same with redirects and sign-ins, where `begin` ended with `isElsewhere`. Aborted, it does not call `onEnd`. */
  detour(exchange: Exchange): () => void {
    const { url, fetch, maxMessageBytes } = this.#options;
    return exchangeByFetch({ url, fetch, maxMessageBytes }, exchange);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #askForToken(access: Access): Promise<string | undefined> {
    const token = await access.token();
    this.#isWithoutToken = token === undefined;
    return token;
  }

  /** A refusal of credentials that the definition brings itself is final. */
  #isElsewhere(status: number): boolean {
    this.isRedirected ||= isRedirect(status);
    if (isRedirect(status)) return true;
    const isChallenge = this.#access !== undefined && (status === 401 || status === 403);
    if (isChallenge) this.#isWithoutToken = false;
    return isChallenge;
  }
}
