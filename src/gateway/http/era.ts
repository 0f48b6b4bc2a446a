import type { IncomingHttpHeaders } from 'node:http';
import { isMap } from '../../model/value.ts';
import type { JsonRpcMessage } from '../session/session.ts';
import type { HttpRefusal } from './http-refusal.ts';
import { headerFault, headerText } from './standard-headers.ts';

/** The stateless protocol versions, in which each request carries its own metadata. */
export const modernVersions: readonly string[] = ['2026-07-28'];
export const legacyVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The era of a message. The message decides; the headers must agree with it. */
export function eraOf(message: JsonRpcMessage, headers: IncomingHttpHeaders): 'legacy' | 'modern' | HttpRefusal {
  const { method, id } = message;
  if (method === undefined) return 'legacy';
  const header = headerText(headers['mcp-protocol-version']);
  const isModernHeader = header !== undefined && header >= '2026' && /^\d{4}-\d\d-\d\d$/.test(header);
  const meta = isMap(message.params) && isMap(message.params['_meta']) ? message.params['_meta'] : undefined;
  if (meta?.[VERSION] === undefined) {
    if (!isModernHeader) return 'legacy';
    if (method === 'initialize') return mismatch('initialize does not exist in the protocol version of the header');
    if (id === undefined) return 'modern';
    return invalidEnvelope(meta ? VERSION : '_meta');
  }
  if (id === undefined) return 'modern';
  return refusalOfModern(message, meta, headers) ?? 'modern';
}

/** Why a modern request is rejected, or undefined. */
function refusalOfModern(
  message: JsonRpcMessage,
  meta: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
): HttpRefusal | undefined {
  const version = meta[VERSION];
  if (typeof version !== 'string') return invalidEnvelope(VERSION);
  if (!isMap(meta[CAPABILITIES])) return invalidEnvelope(CAPABILITIES);
  const header = headerText(headers['mcp-protocol-version']);
  if (header === undefined) return mismatch('the header MCP-Protocol-Version is missing');
  if (header !== version) return mismatch(`MCP-Protocol-Version is ${header}, the message says ${version}`);
  if (!modernVersions.includes(version)) return unsupported(version, modernVersions);
  const fault = headerFault(message, headers);
  return fault === undefined ? undefined : mismatch(fault);
}

/** Why a legacy message is rejected, or undefined. Its version was negotiated at the start of the session. */
export function refusalOfLegacy(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  const header = headerText(headers['mcp-protocol-version']);
  return header === undefined || legacyVersions.includes(header)
    ? undefined
    : unsupported(header, [...modernVersions, ...legacyVersions]);
}

export function mismatch(fault: string): HttpRefusal {
  return { status: 400, code: -32_020, message: `Header mismatch: ${fault}` };
}

function invalidEnvelope(key: string): HttpRefusal {
  return { status: 400, code: -32_602, message: `Invalid params: ${key} is missing or invalid` };
}

function unsupported(requested: string, supported: readonly string[]): HttpRefusal {
  return { status: 400, code: -32_022, message: 'Unsupported protocol version', data: { supported, requested } };
}
