import { isObject } from '../fields.ts';
import type { RawMessage } from '../raw-link.ts';

/** Which parameter of a request the header Mcp-Name repeats. */
export const namedParameter: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** What modern servers want repeated of a request, for whoever stands in between and cannot read the body. */
export function standardHeaders({ method, params }: RawMessage): Record<string, string> {
  if (typeof method !== 'string') return {};
  const key = namedParameter.get(method);
  const name = key !== undefined && isObject(params) ? params[key] : undefined;
  return { 'mcp-method': method, ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }) };
}

/** What no header can hold, or what looks as if it were encoded, is encoded. */
export function encodeHeader(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
