import { envelopeOf, type RawClient } from '../../runtime/connect/raw-link.ts';
import type { Era } from '../../runtime/connect/session/session.ts';
import type { Frame, JsonObject, JsonRpcMessage } from '../session/session.ts';

const PREFIX = 'io.modelcontextprotocol/';
const VERSION = `${PREFIX}protocolVersion`;
/** Key in the `_meta` of a notification: the id of the subscription it belongs to. */
export const SUBSCRIPTION = `${PREFIX}subscriptionId`;
const OWN_KEYS = [VERSION, `${PREFIX}clientInfo`, `${PREFIX}clientCapabilities`, `${PREFIX}logLevel`];

/** Modern requests carry the protocol version in `_meta`. */
export function eraOf({ params }: JsonRpcMessage): Era {
  const meta = params?.['_meta'] as JsonObject | null | undefined;
  return typeof meta?.[VERSION] === 'string' ? 'modern' : 'legacy';
}

/** Client info and capabilities of a modern request. */
export function clientOf(meta: JsonObject): Partial<RawClient> {
  const [clientInfo, capabilities] = [meta[`${PREFIX}clientInfo`], meta[`${PREFIX}clientCapabilities`]];
  return {
    ...(isObject(clientInfo) && { clientInfo: clientInfo as RawClient['clientInfo'] }),
    ...(isObject(capabilities) && { capabilities }),
  };
}

const MAX_NAME_LENGTH = 64;

/** The client name in a modern request, the only thing that distinguishes clients without sessions. */
export function nameOf({ message: { params } }: Frame): string {
  const info = (params?.['_meta'] as JsonObject | undefined)?.[`${PREFIX}clientInfo`];
  return isObject(info) ? String(info['name']).slice(0, MAX_NAME_LENGTH) : '';
}

export interface MetaChange {
  readonly from: Era;
  readonly to: Era;
  /** Progress token of this request. */
  readonly token: number;
  /** Sent to a modern server if the client is a legacy one. */
  readonly client: RawClient;
  readonly logLevel?: string;
}

/** The `_meta` to send to the server; undefined if it stays as it is. */
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

/** Fields that modern clients require in a result, for results of legacy servers and of the gateway. */
export function modernFields(method: string): JsonObject {
  return CACHED.has(method) || method === 'server/discover'
    ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    : { resultType: 'complete' };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
