import { envelopeOf, type RawClient } from '../runtime/connect/raw-link.ts';
import type { Era } from '../runtime/connect/session.ts';
import type { Frame, JsonObject, JsonRpcMessage } from './session.ts';

const PREFIX = 'io.modelcontextprotocol/';
const VERSION = `${PREFIX}protocolVersion`;
/** In the `_meta` of what is told because somebody has asked for it: the id of that request. */
export const SUBSCRIPTION = `${PREFIX}subscriptionId`;
const OWN_KEYS = [VERSION, `${PREFIX}clientInfo`, `${PREFIX}clientCapabilities`, `${PREFIX}logLevel`];

/** In the modern era every request says so itself. */
export function eraOf({ params }: JsonRpcMessage): Era {
  const meta = params?.['_meta'] as JsonObject | null | undefined;
  return typeof meta?.[VERSION] === 'string' ? 'modern' : 'legacy';
}

/** Who a modern request says that it comes from. */
export function clientOf(meta: JsonObject): Partial<RawClient> {
  const [clientInfo, capabilities] = [meta[`${PREFIX}clientInfo`], meta[`${PREFIX}clientCapabilities`]];
  return {
    ...(isObject(clientInfo) && { clientInfo: clientInfo as RawClient['clientInfo'] }),
    ...(isObject(capabilities) && { capabilities }),
  };
}

const LONGEST_NAME = 64;

/** What the client of a modern request calls itself; the only thing that tells clients without sessions apart. */
export function nameOf({ message: { params } }: Frame): string {
  const info = (params?.['_meta'] as JsonObject | undefined)?.[`${PREFIX}clientInfo`];
  return isObject(info) ? String(info['name']).slice(0, LONGEST_NAME) : '';
}

export interface MetaChange {
  readonly from: Era;
  readonly to: Era;
  /** For the progress of this request. */
  readonly token: number;
  /** For servers of the modern era, when the client is of the older one. */
  readonly client: RawClient;
  readonly logLevel?: string;
}

/** The `_meta` of a request for the server; undefined when it may stay as it is. */
export function metaFor(
  meta: JsonObject | undefined,
  { from, to, token, client, logLevel }: MetaChange,
): JsonObject | undefined {
  const hasToken = meta?.['progressToken'] !== undefined;
  if (from === to && !hasToken) return undefined;
  const own: Record<string, unknown> = { ...meta, ...(hasToken && { progressToken: token }) };
  if (from === to) return own;
  if (to === 'modern')
    return { ...own, ...envelopeOf(client), ...(logLevel !== undefined && { [`${PREFIX}logLevel`]: logLevel }) };
  for (const key of OWN_KEYS) delete own[key];
  return own;
}

const CACHED = new Set(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read']);

/** What clients of the modern era want in a result, for results that come from an older server or from us. */
export function modernFields(method: string): JsonObject {
  return CACHED.has(method) || method === 'server/discover'
    ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    : { resultType: 'complete' };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
