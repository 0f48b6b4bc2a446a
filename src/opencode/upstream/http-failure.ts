import { ToolFailure } from '../failure.ts';
import type { Endpoint } from './endpoint.ts';

/** An error response of OpenCode. */
export interface ErrorResponse {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly ref?: string;
}

/** The three shapes of OpenCode's error bodies. */
export function readErrorResponse(status: number, text: string): ErrorResponse {
  const body = parse(text);
  const data = record(body['data']);
  const name = textOf(body['_tag'], body['name']) ?? 'Error';
  const message = textOf(data['message'], body['message']) ?? name;
  const ref = textOf(data['ref']);
  return { status, name, message, ...(ref === undefined ? {} : { ref }) };
}

export function failureOf({ status, name, message, ref }: ErrorResponse, path: string): ToolFailure {
  if (status === 401 || status === 403) return authFailed();
  if (status === 404) return missing(name, message, path);
  if (status === 400)
    return new ToolFailure('INVALID_INPUT', `OpenCode rejected the request: ${message}`, [
      'Check the arguments against the description of the tool.',
    ]);
  const where = ref === undefined ? '' : ` (${ref} in its log)`;
  return new ToolFailure('UPSTREAM_500', `OpenCode failed on ${path}: ${message}${where}`, [
    'Try again; if it fails again, call opencode_instance_reload for the directory.',
  ]);
}

export function authFailed(): ToolFailure {
  return new ToolFailure('AUTH_FAILED', 'The OpenCode server rejected the user name or password.', [
    'Set OPENCODE_SERVER_PASSWORD, and OPENCODE_SERVER_USERNAME if it is not "opencode", to the values the server was started with.',
  ]);
}

export function unreachable(reason: string, { url, managed }: Pick<Endpoint, 'url' | 'managed'>): ToolFailure {
  return new ToolFailure('SERVER_UNREACHABLE', `The OpenCode server at ${url} is unreachable: ${reason}.`, [
    managed
      ? 'Try again: OpenCode will be restarted.'
      : 'Start `opencode serve` there, or set OPENCODE_SERVER_URL to another server.',
  ]);
}

function missing(name: string, message: string, path: string): ToolFailure {
  if (path.startsWith('/mcp/')) return new ToolFailure('MCP_NOT_FOUND', message, ['Call opencode_mcp_list for names.']);
  if (/^\/(?:permission|question)\//.test(path) || /Permission|Question/.test(name))
    return new ToolFailure('REQUEST_NOT_FOUND', message, [
      'It may have been answered already. Call opencode_request_list to see pending requests.',
    ]);
  if (message.startsWith('Message'))
    return new ToolFailure('MESSAGE_NOT_FOUND', message, ['Call opencode_session_messages for the ids of messages.']);
  return new ToolFailure('SESSION_NOT_FOUND', message, ['Call opencode_session_list to find the session.']);
}

function textOf(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

function parse(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text));
  } catch {
    return { message: text.slice(0, 200) };
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
