import type { IncomingMessage, ServerResponse } from 'node:http';
import { ambiguityIn } from '../../model/ambiguous-request.ts';
import type { Gateway } from '../session/session.ts';
import type { Front } from './front.ts';
import { type HttpRefusal, refuse, sendJson } from './http-refusal.ts';
import { handlePost, noSession, sessionOf } from './post.ts';

/** Handles one HTTP request. */
export function route(front: Front, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const host = ambiguityIn(request);
  const originFault = front.guard.originFault(request.headers);
  if (host !== undefined) deny(front, request, response, { status: 400, code: -32_600, message: host });
  else if (originFault !== undefined)
    deny(front, request, response, { status: 403, code: -32_000, message: originFault });
  else if (path === '/ready') sendReadiness(response, front);
  else if (path === '/health') sendHealth(response, front.gateway, front.guard.hasToken(request.headers));
  else if (!front.guard.hasToken(request.headers)) denyUnauthenticated(front, request, response);
  else routeAuthenticated(front, request, response, path);
}

function routeAuthenticated(front: Front, request: IncomingMessage, response: ServerResponse, path: string): void {
  front.connections.authorized(request.socket);
  const wait = front.rate();
  if (wait > 0) return deny(front, request, response, tooMany(wait));
  if (path === '/metrics') return sendMetrics(front, response);
  const address = front.addressOf(request.url ?? '');
  if ('status' in address) return refuse(response, address);
  const { view } = address;
  if (request.method === 'POST') handlePost(front, request, response, view);
  else if (request.method === 'GET') handleGet(front, request, response, view);
  else if (request.method === 'DELETE') handleDelete(front, request, response, view);
  else refuse(response, notAllowed);
}

const notAllowed: HttpRefusal = {
  status: 405,
  code: -32_000,
  message: 'Method not allowed',
  headers: { allow: 'POST, GET, DELETE' },
};

/** Opens the stream of a legacy session; the modern era has none. */
function handleGet(front: Front, request: IncomingMessage, response: ServerResponse, view?: string): void {
  const session = sessionOf(front, request, view);
  const { accept = '', 'last-event-id': lastEventId } = request.headers;
  if (!/text\/(?:event-stream|\*)|\*\/\*/i.test(accept)) {
    refuse(response, { status: 406, code: -32_000, message: 'Accept must list text/event-stream' });
  } else if (front.isDraining)
    refuse(response, { ...tooMany(1), status: 503, message: 'The gateway is shutting down' });
  else if (session) session.openStream(response, typeof lastEventId === 'string' ? lastEventId : undefined);
  else refuse(response, request.headers['mcp-session-id'] === undefined ? notAllowed : noSession(request));
}

function handleDelete(front: Front, request: IncomingMessage, response: ServerResponse, view?: string): void {
  const session = sessionOf(front, request, view);
  if (!session) refuse(response, request.headers['mcp-session-id'] === undefined ? notAllowed : noSession(request));
  else void front.legacy.end(session).finally(() => response.writeHead(204).end());
}

function sendMetrics(front: Front, response: ServerResponse): void {
  const { legacy, replies } = front;
  const figures = { sessions: legacy.size, pending: replies.waiting, streams: replies.streams };
  const text = front.metrics.text(front.gateway.health(), figures);
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
}

/** Rejects an unauthenticated request. Repeated attempts are rate limited. */
function denyUnauthenticated(front: Front, request: IncomingMessage, response: ServerResponse): void {
  const wait = front.strangers();
  if (wait > 0) deny(front, request, response, tooMany(wait));
  else {
    const message = 'Unauthorized: a valid bearer token is required';
    deny(front, request, response, { status: 401, code: -32_001, message, headers: { 'www-authenticate': 'Bearer' } });
  }
}

/** The body is not read, so the connection cannot be reused. */
function deny(front: Front, request: IncomingMessage, response: ServerResponse, refusal: HttpRefusal): void {
  const { status, headers } = refusal;
  front.refusals?.note(status, request.socket.remoteAddress ?? '');
  refuse(response, { ...refusal, headers: { ...headers, connection: 'close' } });
}

function tooMany(seconds: number): HttpRefusal {
  return { status: 429, code: -32_000, message: 'Too many requests', headers: { 'retry-after': String(seconds) } };
}

/** Liveness check. Details are sent only with the token. */
function sendHealth(response: ServerResponse, gateway: Gateway, hasToken: boolean): void {
  const { servers, sessions, isComplete } = hasToken ? gateway.health() : {};
  sendJson(response, 200, JSON.stringify({ status: 'ok', isComplete, sessions, servers }));
}

/** Readiness check: whether new requests are accepted and can be answered. */
function sendReadiness(response: ServerResponse, front: Pick<Front, 'isDraining' | 'isReady'>): void {
  const status = front.isDraining ? 'draining' : front.isReady ? 'ready' : 'starting';
  if (status === 'ready') sendJson(response, 200, JSON.stringify({ status }));
  else sendJson(response, 503, JSON.stringify({ status }), { 'retry-after': '1' });
}
