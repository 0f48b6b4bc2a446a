import * as http from 'node:http';
import * as https from 'node:https';
import { AffinityCookies } from '../affinity-cookies.ts';
import { incompleteAnswer } from '../errors.ts';
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
  /** Maximum size of a message from the server, in bytes. */
  readonly maxMessageBytes: number;
  /** Time limit for the response headers. Does not apply to POST, whose response may take as long as the work does. */
  readonly headersMs: number;
  /** Handles sign-ins. */
  readonly fetch: Fetch;
}

const ACCEPT = 'application/json, text/event-stream';

/** Servers usually close idle connections after five seconds or more; we close first. */
const UNUSED_MS = 4000;

/** Limit of interim responses (status 1xx), which carry nothing here. */
const MOST_INTERIM_ANSWERS = 20;

/**
 * HTTP client for one server, on Node's HTTP module with keep-alive: `fetch` takes several times as long per message.
 * Redirects and sign-ins are left to `detour`.
 */
export class HttpRoute {
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server redirects, so requests go through `detour` directly. */
  isRedirected = false;
  readonly #access: Access | undefined;
  readonly #request: typeof http.request;
  readonly #agent: http.Agent;
  readonly #place: http.RequestOptions;
  readonly #options: RouteOptions;
  readonly #answers: AnswerReader;
  /** The server accepts requests without a sign-in. Looking up the token each time would take longer than the call. */
  #isWithoutToken = false;
  /** Undefined if the definition has cookies of its own. */
  readonly #cookies: AffinityCookies | undefined;

  constructor(options: RouteOptions) {
    const { url, headers, access, maxMessageBytes } = options;
    this.#options = options;
    const { request, Agent, globalAgent } = url.protocol === 'https:' ? https : http;
    this.#request = request;
    // With the settings of the global agent, which may configure proxies.
    const { options: settings } = globalAgent as { options?: http.AgentOptions };
    this.#agent = new Agent({ ...settings, keepAlive: true, timeout: UNUSED_MS });
    const { hostname, port, pathname, search } = url;
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#place = { hostname: host, ...(port !== '' && { port }), path: pathname + search, agent: this.#agent };
    const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const { accept } = own;
    // Compression delays streamed events, so it is not requested; compressed responses are still understood.
    this.headers = {
      'user-agent': 'plugboard',
      ...own,
      accept: accept === undefined ? ACCEPT : `${accept}, ${ACCEPT}`,
    };
    this.#cookies = own['cookie'] === undefined ? new AffinityCookies() : undefined;
    this.#access = access?.isOurs(own['authorization']) ? access : undefined;
    this.#answers = new AnswerReader(maxMessageBytes, (status) => this.#needsFetch(status));
  }

  /** The sign-in token. Returns undefined synchronously if none is needed. */
  token(): Promise<string | undefined> | undefined {
    return this.#access && !this.#isWithoutToken ? this.#askForToken(this.#access) : undefined;
  }

  /** Returns a function that aborts the exchange; `onEnd` is called then too. */
  begin(exchange: Exchange): () => void {
    const { method, body } = exchange;
    const cookie = this.#cookies?.header;
    const headers = cookie === undefined ? exchange.headers : { ...exchange.headers, cookie };
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
        const given = response.headers['set-cookie'];
        if (given) this.#cookies?.take(given);
        stopReading = this.#answers.read(response, exchange, end);
      });
    } catch (error) {
      // A header value from the configuration or the caller may contain invalid characters.
      queueMicrotask(() => end({ error }));
      return () => {};
    }
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MOST_INTERIM_ANSWERS) request.destroy(tooManyHeaders());
    });
    request.on('error', (error) => end({ error }));
    // No error event follows if the server switches protocols.
    request.on('close', () => {
      if (!stopReading) end({ error: incompleteAnswer() });
    });
    const { headersMs } = this.#options;
    if (method !== 'POST') timer = setTimeout(() => request.destroy(noHeaders(headersMs)), headersMs);
    request.end(body);
    return () => {
      request.destroy();
      stopReading?.();
    };
  }

  /**
   * Like `begin`, with redirects and sign-ins, for exchanges that ended with `needsFetch`. If aborted, `onEnd`
   * is not called.
   */
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

  /** If the definition contains its own credentials, a refusal is final. */
  #needsFetch(status: number): boolean {
    this.isRedirected ||= isRedirect(status);
    if (isRedirect(status)) return true;
    const isChallenge = this.#access !== undefined && (status === 401 || status === 403);
    if (isChallenge) this.#isWithoutToken = false;
    return isChallenge;
  }
}
