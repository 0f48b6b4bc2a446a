import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../auth/principal.ts';
import type { RequestId } from '../session/session.ts';
import { withErrorBoundary } from './error-boundary.ts';
import type { Front } from './front.ts';
import { busy, type HttpRefusal, refuse } from './http-refusal.ts';
import type { LegacySession } from './legacy-session.ts';

/** The session of a request, if this replica has it. */
export function sessionHere(front: Front, request: IncomingMessage, caller: Caller): LegacySession | undefined {
  const id = request.headers['mcp-session-id'];
  return typeof id === 'string' ? front.legacy.find(id, caller) : undefined;
}

interface SessionRequest {
  readonly caller: Caller;
  /** The id of the request. */
  readonly asked?: RequestId | undefined;
  /** The answer if the request names no session. */
  readonly ifNone?: HttpRefusal;
}

/** Calls `use` with the session of a request, which another replica may have opened, or rejects the request. */
export function withSession(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  { caller, asked, ifNone = noSessionId }: SessionRequest,
  use: (session: LegacySession) => void,
): void {
  const id = request.headers['mcp-session-id'];
  const session = sessionHere(front, request, caller);
  if (session) use(session);
  else if (typeof id !== 'string') refuse(response, ifNone, asked);
  else if (!front.legacy.isShared) refuse(response, unknownSession, asked);
  else {
    front.legacy.restore(id, caller).then(
      (restored) =>
        withErrorBoundary(front, response, () => (restored ? use(restored) : refuse(response, unknownSession, asked))),
      () => refuse(response, busy('The session cannot be restored now'), asked),
    );
  }
}

const noSessionId: HttpRefusal = {
  status: 400,
  code: -32_000,
  message: 'Send initialize first, or the header Mcp-Session-Id',
};

/** A client initializes again only after a 404 for its session id. */
const unknownSession: HttpRefusal = { status: 404, code: -32_001, message: 'Session not found' };
