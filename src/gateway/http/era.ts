import type { IncomingHttpHeaders } from 'node:http';
import { isMap } from '../../model/value.ts';
import type { JsonRpcMessage } from '../session.ts';
import type { Refusal } from './refuse.ts';
import { headerFault, headerText } from './standard-headers.ts';

/** The revisions without sessions, in which each request says for itself what it is. */
export const modernVersions: readonly string[] = ['2026-07-28'];
export const legacyVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** Which era a message belongs to. The message decides; the headers must agree with it. */
export function eraOf(message: JsonRpcMessage, headers: IncomingHttpHeaders): 'legacy' | 'modern' | Refusal {
  const { method, id } = message;
  if (method === undefined) return 'legacy';
  const header = headerText(headers['mcp-protocol-version']);
  const isModernHeader = header !== undefined && header >= '2026' && /^\d{4}-\d\d-\d\d$/.test(header);
  const meta = isMap(message.params) && isMap(message.params['_meta']) ? message.params['_meta'] : undefined;
  if (meta?.[VERSION] === undefined) {
    if (!isModernHeader) return 'legacy';
    if (method === 'initialize') return mismatch('initialize belongs to earlier revisions than the header names');
    if (id === undefined) return 'modern';
    return invalidEnvelope(meta ? VERSION : '_meta');
  }
  if (id === undefined) return 'modern';
  return refusalOfModern(message, meta, headers) ?? 'modern';
}

/** Why a request of the modern era is not as it has to be. */
function refusalOfModern(
  message: JsonRpcMessage,
  meta: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
): Refusal | undefined {
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

/** Why a message of the legacy era is not taken; its version was agreed on when the session began. */
export function refusalOfLegacy(headers: IncomingHttpHeaders): Refusal | undefined {
  const header = headerText(headers['mcp-protocol-version']);
  return header === undefined || legacyVersions.includes(header)
    ? undefined
    : unsupported(header, [...modernVersions, ...legacyVersions]);
}

export function mismatch(fault: string): Refusal {
  return { status: 400, code: -32_020, message: `Header mismatch: ${fault}` };
}

function invalidEnvelope(key: string): Refusal {
  return { status: 400, code: -32_602, message: `Invalid params: ${key} is missing or not as it has to be` };
}

function unsupported(requested: string, supported: readonly string[]): Refusal {
  return { status: 400, code: -32_022, message: 'Unsupported protocol version', data: { supported, requested } };
}
