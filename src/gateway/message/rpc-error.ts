import { visible } from '../../model/visible.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import type { Route } from '../catalog/routes.ts';
import type { JsonObject } from '../session/session.ts';
import { TooManyCalls } from '../traffic/too-many-calls.ts';
import { TooManyProcesses } from '../upstream/isolation-options.ts';
import { INVALID_REQUEST } from './bad-message.ts';
import { InexactNumber } from './frame.ts';

export interface RpcError extends JsonObject {
  readonly code: number;
  readonly message: string;
}

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** From the range reserved for implementations. */
const BUSY = -32000;

export function unknownTool(name: unknown): RpcError {
  return { code: INVALID_PARAMS, message: `Unknown tool: ${visible(String(name))}` };
}

export function notFound(method: string): RpcError {
  return { code: METHOD_NOT_FOUND, message: `Method not found: ${visible(method)}` };
}

/** Names the commands to run, because the client cannot prompt the user. */
export function withheld({ upstream, upstreamName }: Pick<Route, 'upstream' | 'upstreamName'>): RpcError {
  const [tool, server] = [visible(upstreamName), visible(upstream.name)];
  const about = { server: upstream.name, tool: upstreamName };
  if (upstream.pinCheck.isUnverified)
    return {
      code: BUSY,
      message:
        `The tool "${tool}" of the server "${server}" is withheld, because the gateway cannot read now which tools were ` +
        'accepted. Send the request again later.',
      data: { ...about, reason: 'definition-unverified', retryable: true },
    };
  const message =
    `The tool "${tool}" of the server "${server}" changed since it was accepted, so it is withheld. ` +
    `Run "plugboard tools ${server} --refresh" to see the change, ` +
    `"plugboard reload ${server} --accept" to accept it.`;
  return {
    code: INVALID_PARAMS,
    message,
    data: { ...about, reason: 'definition-changed' },
  };
}

/** The request failed because there is no connection. */
export function unreachable(server: string, reason: unknown): RpcError {
  const text = reason instanceof Error ? reason.message : 'The server did not answer.';
  const tip = reason instanceof ConnectionError ? reason.failure.tip : undefined;
  if (reason instanceof TooManyCalls)
    return { code: BUSY, message: `${visible(server)}: ${text}`, data: { server, reason: 'too-many-calls' } };
  return {
    code: INTERNAL_ERROR,
    message: `${visible(server)}: ${text}`,
    data: { server, ...(tip !== undefined && { tip }) },
  };
}

/** The error for a request that is rejected on purpose; undefined for an unexpected error. */
export function refusalOf(error: unknown): RpcError | undefined {
  if (error instanceof InexactNumber) return { code: INVALID_REQUEST, message: error.message };
  if (error instanceof TooManyProcesses)
    return { code: BUSY, message: error.message, data: { reason: 'too-many-processes' } };
  return undefined;
}

/** An unexpected error, or a message that cannot be forwarded unchanged. */
export function internalError(error: unknown): RpcError {
  return { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : 'Internal error' };
}

export function timedOut(server: string, ms: number): RpcError {
  const message = `${visible(server)}: The server did not answer within ${Math.round(ms / 1000)} s.`;
  return { code: INTERNAL_ERROR, message, data: { server, reason: 'timeout' } };
}

export const ambiguous: RpcError = { code: INVALID_REQUEST, message: 'A key occurs twice in the message.' };

/** Two responses with the same id could not be told apart, nor in the log. */
export const idInUse: RpcError = { code: INVALID_REQUEST, message: 'A request with this id is in flight.' };

export const tooManySubscriptions: RpcError = {
  code: BUSY,
  message: 'This client has too many subscriptions. End some of them first.',
};

/** The call may or may not have been executed. */
export const cutOff: RpcError = {
  code: BUSY,
  message: 'The gateway ended this request before its response arrived. Send the request again.',
  data: { reason: 'cut-off', retryable: true },
};

export const closing: RpcError = { code: -32000, message: 'The gateway is shutting down.' };
