import type { IncomingHttpHeaders } from 'node:http';
import { isMap } from '../../model/value.ts';
import { namedParameter } from '../../runtime/connect/http/standard-headers.ts';
import type { JsonRpcMessage } from '../session/session.ts';

/** How the Mcp-Method and Mcp-Name headers differ from the message, or undefined. Proxies read only the headers. */
export function headerFault({ method, params }: JsonRpcMessage, headers: IncomingHttpHeaders): string | undefined {
  const methodHeader = headerText(headers['mcp-method']);
  if (methodHeader === undefined) return 'the header Mcp-Method is missing';
  if (methodHeader !== method) return `Mcp-Method is ${methodHeader}, the message says ${method}`;
  const key = namedParameter.get(method);
  const value = key !== undefined && isMap(params) ? params[key] : undefined;
  if (typeof value !== 'string') return undefined;
  const nameHeader = headerText(headers['mcp-name']);
  if (nameHeader === undefined) return 'the header Mcp-Name is missing';
  const name = decodeHeader(nameHeader);
  if (name === undefined) return 'Mcp-Name is not valid base64';
  return name === value ? undefined : `Mcp-Name differs from params.${key}`;
}

export function headerText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.trim() : undefined;
}

const ENCODED = /^=\?base64\?(.*)\?=$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes a header value that may be base64; undefined if the encoding is invalid. */
export function decodeHeader(text: string): string | undefined {
  const encoded = ENCODED.exec(text)?.[1];
  if (encoded === undefined) return text;
  if (!BASE64.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}
