import type { ServerResponse } from 'node:http';
import type { RequestId } from '../session/session.ts';

/** An HTTP error status with a JSON-RPC error that says why. */
export interface HttpRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refuse(response: ServerResponse, refusal: HttpRefusal, id: RequestId | null = null): void {
  const { status, code, message, data, headers } = refusal;
  const error = { code, message, ...(data !== undefined && { data }) };
  sendJson(response, status, JSON.stringify({ jsonrpc: '2.0', id, error }), headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  // A known length avoids chunked encoding.
  const usual = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers ? { ...usual, ...headers } : usual);
  response.end(text);
}

/** A temporary overload; the client may retry. */
export function busy(message: string): HttpRefusal {
  return { status: 503, code: -32_000, message, headers: { 'retry-after': '1' } };
}
