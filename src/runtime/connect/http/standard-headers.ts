import { isObject } from '../fields.ts';
import type { RawMessage } from '../raw-link.ts';
import { readTraceparent } from './trace-context.ts';

/** The parameter of each request that the Mcp-Name header repeats. */
export const namedParameter: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Headers that modern servers require, for proxies that cannot read the body. */
export function standardHeaders({ method, params }: RawMessage): Record<string, string> {
  if (typeof method !== 'string') return {};
  const key = namedParameter.get(method);
  const name = key !== undefined && isObject(params) ? params[key] : undefined;
  return {
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
    ...traceHeader(params),
  };
}

/** The trace context of the message, for servers and proxies that look for it in the header. */
function traceHeader(params: unknown): Record<string, string> {
  const meta = isObject(params) ? params['_meta'] : undefined;
  const traceparent = isObject(meta) ? meta['traceparent'] : undefined;
  return readTraceparent(traceparent) ? { traceparent: String(traceparent) } : {};
}

/** Encodes text that is invalid in a header, or that looks encoded. */
export function encodeHeader(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
