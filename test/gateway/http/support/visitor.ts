import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http';
import { onTestFinished } from 'vitest';
import { type HttpFront, type HttpOptions, serveHttp } from '../../../../src/gateway/http/serve-http.ts';
import type { Gateway } from '../../../../src/gateway/session/session.ts';

export const TOKEN = 'a-token-that-only-the-test-knows-0123456789';

/** A front that ends with the test. An answer that is under way when it keeps connections alive would be a stream. */
export async function front(gateway: Gateway, options: Partial<HttpOptions> = {}): Promise<HttpFront> {
  const limits = { keepAliveMs: 3_600_000, ...options.limits };
  const started = await serveHttp(gateway, { token: TOKEN, ...options, limits });
  onTestFinished(async () => started.close());
  return started;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Hangs up. */
  readonly signal?: AbortSignal;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Of a JSON answer. */
  readonly json: Message;
  /** Of a stream. */
  readonly events: readonly Event[];
}

export interface Event {
  readonly id?: string;
  readonly data: string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of any shape
export type Message = any;

/** One request, until its answer has ended. */
export async function ask({ address }: HttpFront, sent: Sent): Promise<Received> {
  const response = await begin(address.port, sent);
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const isJson = response.headers['content-type'] === 'application/json';
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
    events: isJson ? [] : eventsIn(text),
  };
}

export interface Stream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The next one that has data, or undefined at the end. */
  next(): Promise<Event | undefined>;
  /** As if the client were gone. */
  drop(): void;
}

/** One request whose answer is a stream, event by event. */
export async function listen({ address }: HttpFront, sent: Sent): Promise<Stream> {
  const response = await begin(address.port, sent);
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let text = '';
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end !== -1) {
          const [event] = eventsIn(text.slice(0, end + 2));
          text = text.slice(end + 2);
          if (event && event.data !== '') return event;
          continue;
        }
        const { value, done } = await chunks.next();
        if (done) return undefined;
        text += String(value);
      }
    },
    drop: () => response.destroy(),
  };
}

/** A connection of its own each time, so that nothing outlives the test. */
async function begin(port: number, sent: Sent): Promise<IncomingMessage> {
  const { method = 'POST', path = '/mcp', headers, body, signal } = sent;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json, text/event-stream',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const options = { host: '127.0.0.1', port, method, path, headers: given, agent: new Agent(), signal };
  return new Promise((done, fail) => {
    const request = httpRequest(options, done);
    request.on('error', fail);
    request.end(body === undefined ? undefined : text);
  });
}

function eventsIn(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => /^(?:data|id):/m.test(block))
    .map((block) => {
      const id = /^id: (.*)$/m.exec(block)?.[1];
      return { ...(id !== undefined && { id }), data: /^data: ?(.*)$/m.exec(block)?.[1] ?? '' };
    });
}

/** A session of the legacy era: what its further requests are sent with. */
export async function initialize(
  started: HttpFront,
  version = '2025-06-18',
  path = '/mcp',
): Promise<Record<string, string>> {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const answer = await ask(started, { path, body: { jsonrpc: '2.0', id: 0, method: 'initialize', params } });
  return { 'mcp-session-id': String(answer.headers['mcp-session-id']), 'mcp-protocol-version': version };
}

/** A request of the modern era with everything it needs. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  id: string | number = 1,
): Required<Pick<Sent, 'headers' | 'body'>> {
  const name = params['name'] ?? params['uri'];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } },
  };
}
