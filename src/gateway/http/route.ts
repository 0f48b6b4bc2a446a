import type { IncomingMessage, ServerResponse } from 'node:http';
import { ambiguityIn } from '../../model/ambiguous-request.ts';
import { type AuthFault, invalidToken, type Verdict } from '../auth/authenticate.ts';
import { type Caller, maySeeStatus, type Principal } from '../auth/principal.ts';
import type { Gateway } from '../session/session.ts';
import { serveSignIn, SIGN_IN_PATH } from '../sign-in/sign-in-pages.ts';
import type { UserSignIns } from '../sign-in/user-sign-ins.ts';
import { withErrorBoundary } from './error-boundary.ts';
import { readEventId } from './event-id.ts';
import type { Front } from './front.ts';
import { type HttpRefusal, refuse, sendJson } from './http-refusal.ts';
import type { LegacySession } from './legacy-session.ts';
import { handlePost } from './post.ts';
import { type ReplyFor, resumeElsewhere } from './replicas/resume-stream.ts';
import { Reply } from './reply.ts';
import { withSession } from './with-session.ts';

/** Handles one HTTP request. */
export function route(front: Front, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const host = ambiguityIn(request);
  const peer = front.peerOf?.(request);
  const originFault = front.guard.originFault(peer ? { ...request.headers, host: peer.host } : request.headers);
  if (host !== undefined) deny(front, request, response, { status: 400, code: -32_600, message: host });
  else if (originFault !== undefined)
    deny(front, request, response, { status: 403, code: -32_000, message: originFault });
  else if (path === '/ready') sendReadiness(response, front);
  else if (peer?.isProtected === false) routeUnprotected(front, request, response, path);
  else if (path.startsWith('/.well-known/')) sendMetadata(front, request, response, path);
  else if (front.signIns && path.startsWith(SIGN_IN_PATH)) routeSignIn(front, front.signIns, request, response, path);
  else {
    const verdict = front.authentication.authenticate(request.headers, peer?.isNear ?? true);
    if (verdict instanceof Promise) void routeLater(front, request, response, path, verdict);
    else routeKnown(front, request, response, path, verdict);
  }
}

/** Browsers have no token. Each request counts, because each could be a guess. */
function routeSignIn(
  front: Front,
  signIns: UserSignIns,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const wait = front.strangers(addressOf(front, request));
  if (wait > 0) deny(front, request, response, tooMany(wait));
  else void serveSignIn(signIns, request, response, path);
}

/** Waits for a signature to be verified. The body is not read meanwhile. */
async function routeLater(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  coming: Promise<Verdict>,
): Promise<void> {
  const verdict = await coming.catch((error: unknown): Verdict => {
    front.onFault(error);
    return invalidToken;
  });
  // A reply would never learn that its client has disconnected meanwhile.
  if (response.closed || request.destroyed) return;
  withErrorBoundary(front, response, () => routeKnown(front, request, response, path, verdict));
}

function routeKnown(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  verdict: Verdict,
): void {
  if (path === '/health') sendHealth(response, front.gateway, !('fault' in verdict) && maySeeStatus(verdict));
  else if ('fault' in verdict) denyUnauthenticated(front, request, response, verdict);
  else routeAuthenticated(front, request, response, path, verdict);
}

function routeAuthenticated(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  principal: Principal,
): void {
  front.connections.authorized(request.socket);
  const wait = front.rate(principal.id);
  if (wait > 0) return deny(front, request, response, tooMany(wait));
  const { perToken } = front.limits;
  if (!perToken) return routeAllowed(front, request, response, path, principal);
  const decide = (seconds: number): void => {
    if (seconds > 0) deny(front, request, response, tooMany(seconds));
    else routeAllowed(front, request, response, path, principal);
  };
  const taken = front.state.take(principal.id, perToken);
  if (typeof taken === 'number') decide(taken);
  else void taken.then((seconds) => withErrorBoundary(front, response, () => decide(seconds)));
}

function routeAllowed(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  principal: Principal,
): void {
  if (path === '/metrics' && maySeeStatus(principal)) return sendMetrics(front, response);
  if (path === '/metrics' || principal.isMonitor) return deny(front, request, response, notPermitted);
  const address = front.addressOf(request.url ?? '');
  if ('status' in address) return refuse(response, address);
  const caller = { principal, view: address.view };
  if (request.method === 'POST') handlePost(front, request, response, caller);
  else if (request.method === 'GET') handleGet(front, request, response, caller);
  else if (request.method === 'DELETE') handleDelete(front, request, response, caller);
  else refuse(response, notAllowed);
}

const notPermitted: HttpRefusal = { status: 403, code: -32_000, message: 'Forbidden: this token is for other paths' };

const notAllowed: HttpRefusal = {
  status: 405,
  code: -32_000,
  message: 'Method not allowed',
  headers: { allow: 'POST, GET, DELETE' },
};

/** Opens the stream of a legacy session; the modern era has none. */
function handleGet(front: Front, request: IncomingMessage, response: ServerResponse, caller: Caller): void {
  const { accept = '', 'last-event-id': lastEventId } = request.headers;
  if (!/text\/(?:event-stream|\*)|\*\/\*/i.test(accept)) {
    refuse(response, { status: 406, code: -32_000, message: 'Accept must list text/event-stream' });
  } else if (front.isDraining)
    refuse(response, { ...tooMany(1), status: 503, message: 'The gateway is shutting down' });
  else {
    const { expiresAt } = caller.principal;
    const use = (session: LegacySession): void =>
      openStream(
        front,
        session,
        (owner, name) => new Reply(response, owner, name, expiresAt),
        lastEventIdOf(lastEventId),
      );
    withSession(front, request, response, { caller, ifNone: notAllowed }, use);
  }
}

function lastEventIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function openStream(front: Front, session: LegacySession, replyFor: ReplyFor, lastEventId?: string): void {
  const { replicas, state } = front;
  const from = lastEventId === undefined ? undefined : readEventId(lastEventId).replica;
  if (replicas && lastEventId !== undefined && from !== undefined && from !== state.shared?.replica)
    resumeElsewhere(front, replicas, session, replyFor, lastEventId);
  else session.openStream(replyFor, lastEventId);
}

function handleDelete(front: Front, request: IncomingMessage, response: ServerResponse, caller: Caller): void {
  const end = (session: LegacySession): void =>
    void front.legacy.end(session).finally(() => response.writeHead(204).end());
  withSession(front, request, response, { caller, ifNone: notAllowed }, end);
}

function sendMetrics(front: Front, response: ServerResponse): void {
  const { legacy, replies } = front;
  const figures = { sessions: legacy.size, pending: replies.waiting, streams: replies.streams };
  const text = front.metrics.text(front.gateway.health(), figures);
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
}

/** Rejects an unauthenticated request. Repeated attempts are rate limited. */
function denyUnauthenticated(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  { fault, message }: AuthFault,
): void {
  const wait = front.strangers(addressOf(front, request));
  if (wait > 0) deny(front, request, response, tooMany(wait));
  else {
    const challenge = front.resource?.challenge(fault, originOf(front, request)) ?? 'Bearer';
    const headers = fault === 'unavailable' ? { 'retry-after': '5' } : { 'www-authenticate': challenge };
    deny(front, request, response, { status: statuses[fault], code: -32_001, message, headers });
  }
}

const statuses: Readonly<Record<AuthFault['fault'], number>> = {
  'no-token': 401,
  invalid_token: 401,
  insufficient_scope: 403,
  'no-view': 403,
  unavailable: 503,
};

/** The address that the client uses. Its host name was checked. */
function originOf({ peerOf }: Front, request: IncomingMessage): string {
  const { scheme = 'http', host = request.headers.host ?? '' } = peerOf?.(request) ?? {};
  return `${scheme}://${host}`;
}

function addressOf({ peerOf }: Front, request: IncomingMessage): string {
  return peerOf ? peerOf(request).address : (request.socket.remoteAddress ?? '');
}

/** Probes of the platform do not come through the proxy. Everything else must: a token would be readable on its way. */
function routeUnprotected(front: Front, request: IncomingMessage, response: ServerResponse, path: string): void {
  if (path === '/health') sendHealth(response, front.gateway, false);
  else deny(front, request, response, { status: 403, code: -32_000, message: 'Forbidden: use the proxy' });
}

/** Where to sign in, for clients without a token. */
function sendMetadata(front: Front, request: IncomingMessage, response: ServerResponse, path: string): void {
  const text = front.resource?.metadataAt(path, originOf(front, request));
  if (text === undefined) deny(front, request, response, { status: 404, code: -32_600, message: 'Not found' });
  else if (request.method === 'GET') sendJson(response, 200, text, { 'cache-control': 'max-age=60' });
  else deny(front, request, response, { ...notAllowed, headers: { allow: 'GET' } });
}

/** The body is not read, so the connection cannot be reused. */
function deny(front: Front, request: IncomingMessage, response: ServerResponse, refusal: HttpRefusal): void {
  const { status, headers } = refusal;
  front.refusals?.note(status, addressOf(front, request));
  refuse(response, { ...refusal, headers: { ...headers, connection: 'close' } });
}

function tooMany(seconds: number): HttpRefusal {
  return { status: 429, code: -32_000, message: 'Too many requests', headers: { 'retry-after': String(seconds) } };
}

/** Liveness check. Details about all servers are sent only to principals that may see them. */
function sendHealth(response: ServerResponse, gateway: Gateway, isDetailed: boolean): void {
  const { servers, sessions, isComplete } = isDetailed ? gateway.health() : {};
  sendJson(response, 200, JSON.stringify({ status: 'ok', isComplete, sessions, servers }));
}

/** Readiness check: whether new requests are accepted and can be answered. */
function sendReadiness(response: ServerResponse, front: Front): void {
  const { shared } = front.state;
  // Without the shared state, most requests still succeed, and no other replica could do better.
  const serving = shared && !(shared.isReachable && shared.acceptsWrites) ? 'degraded' : 'ready';
  const status = front.isLeaving || front.isDraining ? 'draining' : front.isReady ? serving : 'starting';
  if (status === serving) sendJson(response, 200, JSON.stringify({ status }));
  else sendJson(response, 503, JSON.stringify({ status }), { 'retry-after': '1' });
}
