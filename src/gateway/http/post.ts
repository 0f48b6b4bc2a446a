import type { IncomingMessage, ServerResponse } from 'node:http';
import { BadMessage } from '../message/bad-message.ts';
import { readFrames } from '../message/frame.ts';
import type { Frame, RequestId } from '../session/session.ts';
import { eraOf, refusalOfLegacy } from './era.ts';
import { withErrorBoundary } from './error-boundary.ts';
import type { Front } from './front.ts';
import { busy, type HttpRefusal, refuse, sendJson } from './http-refusal.ts';
import type { LegacySession } from './legacy-session.ts';

const json = /^application\/json\s*(?:;|$)/i;

/** Handles a POST with one message or a batch. */
export function handlePost(front: Front, request: IncomingMessage, response: ServerResponse, view?: string): void {
  const { 'content-type': type = '', accept = '*/*' } = request.headers;
  if (!json.test(type)) refuse(response, bad(415, -32_000, 'Content-Type must be application/json'));
  else if (!isAccepted(accept)) {
    refuse(response, bad(406, -32_000, 'Accept must list application/json and text/event-stream'));
  } else if (front.replies.waiting >= front.limits.pending) refuse(response, busy('Too many requests are in flight'));
  else {
    readBody(request, front.limits.bodyBytes, (body) => {
      if (!body)
        refuse(response, { ...bad(413, -32_000, 'The request is too large'), headers: { connection: 'close' } });
      else {
        const exchange = { request, response, ...(view !== undefined && { view }) };
        withErrorBoundary(front, response, () => handleText(front, body.toString(), exchange));
      }
    });
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly view?: string;
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
  const { request, response, view } = exchange;
  const { code, reason, id = 'null' } = bad;
  if (!bad.isRequest) sessionOf(front, request, view)?.reject(bad);
  const error = JSON.stringify({ code, message: reason });
  sendJson(response, 400, `{"jsonrpc":"2.0","id":${id},"error":${error}}`);
}

function handleOne(front: Front, frame: Frame, exchange: Exchange): void {
  const { request, response, view } = exchange;
  const { method, id } = frame.message;
  const isRequest = method !== undefined && id !== undefined;
  const era = isRequest && !isId(id) ? notAnId : eraOf(frame.message, request.headers);
  if (typeof era === 'object') refuse(response, era, isId(id) ? id : null);
  else if (isRequest && front.isDraining) refuse(response, busy('The gateway is shutting down'), id);
  else if (era === 'legacy') handleLegacy(front, [frame], exchange, false);
  else if (isRequest) front.stateless(view).handleRequest(frame, request, response);
  else {
    front.stateless(view).receive(frame);
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

function handleLegacy(front: Front, frames: readonly Frame[], exchange: Exchange, isBatch: boolean): void {
  const { request, response, view } = exchange;
  const asked = idsIn(frames);
  const refusal = refusalOfLegacy(request.headers);
  const isOpening = asked.length > 0 && frames[0]?.message.method === 'initialize';
  const session = refusal ? undefined : isOpening ? front.legacy.open(view) : sessionOf(front, request, view);
  if (!session) {
    refuse(response, refusal ?? (isOpening ? busy('Too many sessions') : noSession(request)), asked[0]);
  } else if (asked.length === 0) {
    session.receive(frames);
    response.writeHead(202).end();
  } else if ((isBatch && new Set(asked).size < asked.length) || session.hasInFlight(asked)) {
    refuse(response, bad(400, -32_600, 'A request with this id is in flight'), asked[0]);
  } else if (session.isFull(asked.length)) {
    refuse(response, busy('Too many requests of this client are in flight'), asked[0]);
  } else
    session.handleRequests(frames, asked, response, isBatch, isOpening ? { 'mcp-session-id': session.id } : undefined);
}

/** The ids of the requests. A loop, because this runs for every message. */
function idsIn(frames: readonly Frame[]): RequestId[] {
  const ids: RequestId[] = [];
  for (const { message } of frames) if (message.method !== undefined && message.id != null) ids.push(message.id);
  return ids;
}

export function sessionOf(front: Front, request: IncomingMessage, view?: string): LegacySession | undefined {
  const id = request.headers['mcp-session-id'];
  return typeof id === 'string' ? front.legacy.find(id, view) : undefined;
}

/** A client initializes again only after a 404 for its session id. */
export function noSession(request: IncomingMessage): HttpRefusal {
  return request.headers['mcp-session-id'] === undefined
    ? bad(400, -32_000, 'Send initialize first, or the header Mcp-Session-Id')
    : bad(404, -32_001, 'Session not found');
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
