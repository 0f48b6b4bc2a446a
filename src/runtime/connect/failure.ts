import type { Failure } from '../types.ts';
import { ConnectionError } from './errors.ts';
import { fieldsOf } from './fields.ts';
import { networkFailure } from './http/network-failure.ts';
import type { Mask } from './mask.ts';

/** Converts an error of ours, of Node, or of the SDK's SSE transport to a readable failure without secrets. */
export function failureOf(error: unknown, mask: Mask): Failure {
  const failure = describe(error);
  const message = shorten(mask(failure.message));
  return { ...failure, message, ...(failure.tip !== undefined && { tip: mask(failure.tip) }) };
}

function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** The HTTP status that an error carries. */
export function statusOf(error: unknown): number | undefined {
  const { status, code, name } = fieldsOf(error);
  if (typeof status === 'number') return status;
  // The SSE transport stores the status in `code`, a field that many other errors use too.
  return name === 'Error' && typeof code === 'number' && code >= 100 && code < 600 && isSseError(error)
    ? code
    : undefined;
}

function describe(error: unknown): Failure {
  if (error instanceof ConnectionError) return error.failure;
  const status = statusOf(error);
  if (status !== undefined) return statusFailure(status, error);
  const { name, code, message } = fieldsOf(error);
  if (name === 'UnauthorizedError' || name === 'InsufficientScopeError') return unauthorized();
  if (name === 'TimeoutError') return timeoutFailure();
  if (name === 'SyntaxError') return notMcp;
  if (typeof code === 'string' && code.startsWith('HPE_')) return notHttp(code);
  if (typeof code === 'string' && code.startsWith('Z_')) {
    return {
      kind: 'protocol',
      message: `The response cannot be decompressed: ${String(message)} (${code})`,
    };
  }
  if (message === 'bad port') return blockedPort;
  const network = networkFailure(error);
  if (network) return network;
  const cause = fieldsOf(error)['cause'];
  if (cause !== undefined) return describe(cause);
  return { kind: 'other', message: typeof message === 'string' ? message : String(error) };
}

export const notMcp: Failure = {
  kind: 'protocol',
  message: 'No MCP server at this address.',
  tip: 'Check the URL of this server; its path may be wrong.',
};

/** The response violates HTTP or exceeds its limits. */
export function notHttp(reason: string): Failure {
  return {
    kind: 'protocol',
    message: `Invalid HTTP response (${reason})`,
    ...(notMcp.tip !== undefined && { tip: notMcp.tip }),
  };
}

export const blockedPort: Failure = {
  kind: 'values',
  message: 'The port in the URL is reserved for another protocol, so HTTP clients refuse it.',
  tip: 'Check the URL of this server.',
};

export function timeoutFailure(ms?: number): Failure {
  return {
    kind: 'timeout',
    message:
      ms === undefined ? 'The server did not answer in time.' : `The server did not answer within ${ms / 1000} s.`,
    tip: 'If it needs longer, increase "timeout" of this server.',
  };
}

function unauthorized(status?: number): Failure {
  return {
    kind: 'unauthorized',
    message: 'The server requires authentication.',
    tip: 'Sign in, or check the token configured for this server.',
    ...(status !== undefined && { status }),
  };
}

function statusFailure(status: number, error: unknown): Failure {
  if (status === 401) return unauthorized(status);
  const { data, message } = fieldsOf(error);
  const { statusText, text } = fieldsOf(data);
  const named = typeof statusText === 'string' && statusText !== '' ? ` ${statusText}` : '';
  const said = explanation(typeof text === 'string' ? text : '', typeof message === 'string' ? message : '');
  const tip = TIPS[status];
  return {
    kind: 'http-status',
    message: `The server answered with ${status}${named}${said && `: ${said}`}`,
    ...(tip !== undefined && { tip }),
    status,
  };
}

const TIPS: Readonly<Record<number, string>> = {
  403: 'Check that the token or account may use this server.',
  404: 'Check the URL of this server.',
  405: 'Check the URL of this server; its path may be wrong.',
  429: 'Wait a while: too many requests.',
};

/** Human-readable explanation from an error response, or an empty string. */
function explanation(text: string, message: string): string {
  const redirect = /Redirect\b.*$/s.exec(message)?.[0];
  if (redirect !== undefined) return redirect;
  if (/^\s*</.test(text)) return '';
  // Longer than what is shown, so that a secret cut off here is outside the visible part.
  return (messageIn(text) ?? text).slice(0, 4000).replaceAll(/\s+/g, ' ').trim();
}

function messageIn(text: string): string | undefined {
  try {
    const { error, message, error_description: description } = fieldsOf(JSON.parse(text));
    const found = [fieldsOf(error)['message'], message, description, error].find((value) => typeof value === 'string');
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

function isSseError(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('SSE error');
}
