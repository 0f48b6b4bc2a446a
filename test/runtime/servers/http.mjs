import { createServer } from 'node:http';
import { initialized, page, text } from './message-lines.mjs';

/**
 * @typedef {import('node:http').IncomingMessage & { message?: any }} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {(request: Request, response: Response) => unknown} Handler
 */

/**
 * A server on a port of its own. What it was asked is kept; the message of a post is already read.
 *
 * @param {Handler} handler
 */
export async function startHttp(handler) {
  /** @type {Request[]} */
  const requests = [];
  const server = createServer((/** @type {Request} */ request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      request.message = body === '' ? undefined : JSON.parse(body);
      requests.push(request);
      handler(request, response);
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    /** `POST initialize`, `GET`, … */
    asked: () => requests.map(({ method, message }) => [method, message?.method].filter(Boolean).join(' ')),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * @param {Response} response
 * @param {unknown} value
 * @param {Record<string, string>} [headers]
 */
export function json(response, value, headers = {}) {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/**
 * @param {Response} response
 * @param {number} code
 * @param {string} [body]
 * @param {Record<string, string>} [headers]
 */
export function status(response, code, body = '', headers = {}) {
  response.writeHead(code, headers).end(body);
}

/** @param {Response} response */
export function openStream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  return (/** @type {unknown} */ value, /** @type {string} */ event = 'message') =>
    response.write(`event: ${event}\ndata: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`);
}

/** What requests of the older era are answered with. */
const answers = /** @type {Record<string, (params: any) => unknown>} */ ({
  initialize: initialized(),
  ping: () => ({}),
  'tools/list': () => page(['echo']),
  'tools/call': ({ arguments: args }) => text(args ?? {}),
});

/** @param {any} message */
export function answerTo({ id, method, params }) {
  const answer = answers[method];
  const error = { code: -32601, message: `There is no ${method}` };
  return answer ? { jsonrpc: '2.0', id, result: answer(params) } : { jsonrpc: '2.0', id, error };
}

/**
 * A server of the older era with sessions. `forget` makes it lose them all, as a restart would; a session that it does
 * not know is refused with `unknown`.
 */
export function withSessions(unknown = 404) {
  let number = 0;
  const sessions = new Set();
  /** @type {Handler} */
  const handler = (request, response) => {
    const { method, message, headers } = request;
    const id = headers['mcp-session-id'];
    if (method === 'GET') return status(response, 405);
    if (message?.method === 'initialize') {
      number += 1;
      sessions.add(`session-${number}`);
      return json(response, answerTo(message), { 'mcp-session-id': `session-${number}` });
    }
    if (message?.method === 'server/discover') return status(response, 400, 'No valid session');
    if (!sessions.has(id)) {
      const error = { code: -32001, message: 'Session not found' };
      return status(response, unknown, JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    }
    if (method === 'DELETE') return sessions.delete(id) && status(response, 200);
    return message.id === undefined ? status(response, 202) : json(response, answerTo(message));
  };
  return { handler, sessions, forget: () => sessions.clear() };
}

/** A server of the modern era: no sessions, and each request says what it speaks. */
export const modern = /** @type {Handler} */ (
  (request, response) => {
    const { id, method, params: { _meta: meta } = { _meta: {} } } = request.message ?? {};
    const version = meta['io.modelcontextprotocol/protocolVersion'];
    const fits = version === '2026-07-28' && request.headers['mcp-method'] === method;
    const result = (/** @type {object} */ content) =>
      json(response, { jsonrpc: '2.0', id, result: { resultType: 'complete', ...content } });
    if (request.method !== 'POST') return status(response, 405);
    if (!fits)
      return status(response, 400, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32022, message: 'No' } }));
    if (method === 'server/discover') {
      const capabilities = { tools: {}, extensions: { 'x/y': { deep: 1 } } };
      return result({ supportedVersions: [version], capabilities, ttlMs: 0, cacheScope: 'private' });
    }
    if (method === 'tools/list') return result({ ...page(['strange']), ttlMs: 0, cacheScope: 'private' });
    if (method === 'tools/call') return result({ content: [{ type: 'hologram' }], 'x-unknown': 1 });
    return status(
      response,
      404,
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: `No ${method}` } }),
    );
  }
);

/** A server of the oldest transport: answers come on one stream, posts are only acknowledged. */
export function sseOnly() {
  /** @type {ReturnType<typeof openStream> | undefined} */
  let write;
  /** @type {Response | undefined} */
  let stream;
  /** @type {Handler} */
  const handler = ({ method, message, url }, response) => {
    if (method === 'GET') {
      stream = response;
      write = openStream(response);
      return write('/messages?session=1', 'endpoint');
    }
    if (!url?.startsWith('/messages')) return status(response, 405);
    status(response, 202);
    return message.id !== undefined && message.params?.name !== 'forget' && write?.(answerTo(message));
  };
  return { handler, drop: () => stream?.destroy(), write: (/** @type {string} */ text) => stream?.write(text) };
}
