import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../auth/principal.ts';
import { BadMessage } from '../message/bad-message.ts';
import { readFrames } from '../message/frame.ts';
import type { Frame, RequestId } from '../session/session.ts';
import { withTraceHeader } from '../telemetry/call-trace.ts';
import { eraOf, refusalOfLegacy } from './era.ts';
import { withErrorBoundary } from './error-boundary.ts';
import type { Front } from './front.ts';
import { busy, type HttpRefusal, refuse, sendJson } from './http-refusal.ts';
import type { LegacySession } from './legacy-session.ts';
import { forwardRequest, replicaFor } from './replicas/forward-request.ts';
import { Reply } from './reply.ts';
import { sessionHere, withSession } from './with-session.ts';

const json = /^application\/json\s*(?:;|$)/i;

/** Handles a POST with one message or a batch. */
export function handlePost(front: Front, request: IncomingMessage, response: ServerResponse, caller: Caller): void {
  const { 'content-type': type = '', accept = '*/*' } = request.headers;
  if (!json.test(type)) refuse(response, bad(415, -32_000, 'Content-Type must be application/json'));
  else if (!isAccepted(accept)) {
    refuse(response, bad(406, -32_000, 'Accept must list application/json and text/event-stream'));
  } else if (front.replies.waiting >= front.limits.pending) refuse(response, busy('Too many requests are in flight'));
  else {
    readBody(request, front.limits.bodyBytes, (body) => {
      if (!body)
        refuse(response, { ...bad(413, -32_000, 'The request is too large'), headers: { connection: 'close' } });
      else withErrorBoundary(front, response, () => handleText(front, body.toString(), { request, response, caller }));
    });
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
}

function handleText(front: Front, text: string, exchange: Exchange): void {
  const read = readFrames(text);
  const frames: Frame[] = [];
  for (const one of read) {
    if (one instanceof BadMessage) return rejectPost(front, one, exchange);
    frames.push(one);
  }
  const [first] = frames;
  if (text.trimStart().startsWith('[')) handleBatch(front, frames, exchange);
  else if (first) handleOne(front, first, exchange);
}

/** Rejects the whole POST if one message is invalid. An invalid response fails its server request. */
function rejectPost(front: Front, bad: BadMessage, exchange: Exchange): void {
  const { request, response, caller } = exchange;
  const { code, reason, id = 'null' } = bad;
  if (!bad.isRequest) sessionHere(front, request, caller)?.reject(bad);
  const error = JSON.stringify({ code, message: reason });
  sendJson(response, 400, `{"jsonrpc":"2.0","id":${id},"error":${error}}`);
}

function handleOne(front: Front, received: Frame, exchange: Exchange): void {
  const { request, response, caller } = exchange;
  const frame = front.gateway.isTraced ? withTraceHeader(received, request.headers['traceparent']) : received;
  const { method, id } = frame.message;
  const isRequest = method !== undefined && id !== undefined;
  const era = isRequest && !isId(id) ? notAnId : eraOf(frame.message, request.headers);
  if (typeof era === 'object') refuse(response, era, isId(id) ? id : null);
  else if (isRequest && front.isDraining) refuse(response, busy('The gateway is shutting down'), id);
  else if (era === 'legacy') handleLegacy(front, [frame], exchange, false);
  else if (isRequest) {
    routeToReplica(front, frame, exchange, () =>
      front.stateless(caller).handleRequest(frame, request, response, caller.principal.expiresAt),
    );
  } else {
    front.stateless(caller).receive(frame);
    response.writeHead(202).end();
  }
}

/** Batches exist only in protocol version 2025-03-26 and cannot contain modern messages. */
function handleBatch(front: Front, frames: readonly Frame[], exchange: Exchange): void {
  const { request, response } = exchange;
  const isModern = frames.some(({ message }) => eraOf(message, request.headers) !== 'legacy');
  const begins = frames.some(({ message }) => message.method === 'initialize');
  const isWrong = frames.some(({ message: { method, id } }) => method !== undefined && id !== undefined && !isId(id));
  if (frames.length > front.limits.batch) refuse(response, bad(413, -32_600, 'The batch is too large'));
  else if (isModern || begins || isWrong)
    refuse(response, bad(400, -32_600, 'The batch contains a message that is not allowed in one'));
  else if (front.isDraining && frames.some(isRequest)) refuse(response, busy('The gateway is shutting down'));
  else handleLegacy(front, frames, exchange, true);
}

/** Handles a request here, unless another replica must. */
function routeToReplica(front: Front, frame: Frame, exchange: Exchange, handle: () => void, session?: string): void {
  const { response, caller } = exchange;
  const decide = (replica: string | undefined): void => {
    if (replica === undefined || !front.replicas) handle();
    else forwardRequest(front, front.replicas, replica, frame, { response, caller, session });
  };
  const replica = front.replicas && replicaFor(front, frame);
  if (!(replica instanceof Promise)) return decide(replica);
  void replica.then((one) => withErrorBoundary(front, response, () => decide(one)));
}

function handleLegacy(front: Front, frames: readonly Frame[], exchange: Exchange, isBatch: boolean): void {
  const { request, response, caller } = exchange;
  const asked = idsIn(frames);
  const refusal = refusalOfLegacy(request.headers);
  const isOpening = asked.length > 0 && frames[0]?.message.method === 'initialize';
  if (refusal) refuse(response, refusal, asked[0]);
  else if (isOpening) {
    const session = front.legacy.open(caller);
    if (session) handleInSession(session, frames, asked, exchange, isBatch, { 'mcp-session-id': session.id });
    else refuse(response, busy('Too many sessions'), asked[0]);
  } else {
    withSession(front, request, response, { caller, asked: asked[0] }, (session) => {
      const handle = (): void => handleInSession(session, frames, asked, exchange, isBatch);
      const [first] = frames;
      if (isBatch || !first) handle();
      else routeToReplica(front, first, exchange, handle, session.id);
    });
  }
}

function handleInSession(
  session: LegacySession,
  frames: readonly Frame[],
  asked: readonly RequestId[],
  { response }: Exchange,
  isBatch: boolean,
  headers?: Record<string, string>,
): void {
  if (asked.length === 0) {
    session.receive(frames);
    response.writeHead(202).end();
  } else if ((isBatch && new Set(asked).size < asked.length) || session.hasInFlight(asked)) {
    refuse(response, bad(400, -32_600, 'A request with this id is in flight'), asked[0]);
  } else if (session.isFull(asked.length)) {
    refuse(response, busy('Too many requests of this client are in flight'), asked[0]);
  } else session.handleRequests(frames, asked, (owner, name) => new Reply(response, owner, name), isBatch, headers);
}

/** The ids of the requests. A loop, because this runs for every message. */
function idsIn(frames: readonly Frame[]): RequestId[] {
  const ids: RequestId[] = [];
  for (const { message } of frames) if (message.method !== undefined && message.id != null) ids.push(message.id);
  return ids;
}

function isRequest({ message: { method, id } }: Frame): boolean {
  return method !== undefined && id != null;
}

const notAnId = bad(400, -32_600, 'The id of a request must be a string or a number');

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}

function isAccepted(accept: string): boolean {
  if (accept.includes('*/*')) return true;
  return /application\/(?:json|\*)/i.test(accept) && /text\/(?:event-stream|\*)/i.test(accept);
}

function bad(status: number, code: number, message: string): HttpRefusal {
  return { status, code, message };
}

/**
 * Reads a request body and calls `done` with it, or with undefined if it is too large. `done` is not called if the
 * client disconnects.
 */
function readBody(request: IncomingMessage, mostBytes: number, done: (body: Buffer | undefined) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
    done(undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
    else if (size - chunk.length <= mostBytes) {
      chunks.length = 0;
      done(undefined);
    }
  });
  request.on('end', () => {
    if (size > mostBytes) return;
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    // The request object outlives its response for a while; do not keep the chunks alive.
    chunks.length = 0;
    done(body);
  });
}
