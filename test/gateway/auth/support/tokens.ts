import { onTestFinished } from 'vitest';
import { issueToken, NamedTokens, type NamedTokensOptions } from '../../../../src/gateway/auth/named-tokens.ts';
import type { HttpFront, HttpOptions } from '../../../../src/gateway/http/serve-http.ts';
import type { Gateway } from '../../../../src/gateway/session/session.ts';
import type { NamedToken, TokenStore } from '../../../../src/model/named-token.ts';
import { ask, front, TOKEN } from '../../http/support/visitor.ts';

export interface MemoryTokens extends TokenStore {
  /** Adds a token and returns its text. */
  issue(name: string, fields?: Partial<NamedToken>): Promise<string>;
  /** How often uses were written. */
  readonly writes: ReadonlyMap<string, Date>[];
}

/** A token store that keeps everything in memory. */
export function memoryTokens(): MemoryTokens {
  const tokens = new Map<string, NamedToken>();
  const listeners = new Set<() => void>();
  const writes: ReadonlyMap<string, Date>[] = [];
  const changed = (): void => listeners.forEach((listener) => listener());
  const store: MemoryTokens = {
    writes,
    list: async () => [...tokens.values()],
    async add(token) {
      if (tokens.has(token.name)) return false;
      tokens.set(token.name, token);
      changed();
      return true;
    },
    async remove(name) {
      const isThere = tokens.delete(name);
      changed();
      return isThere;
    },
    lastUses: async () => new Map(writes.flatMap((uses) => [...uses])),
    noteUses: async (uses) => void writes.push(new Map(uses)),
    follow(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    async issue(name, fields = {}) {
      const { token, hash } = issueToken();
      await store.add({ name, hash, use: 'clients', created: new Date().toISOString(), ...fields });
      return token;
    },
  };
  return store;
}

/** A front that accepts the named tokens of a store. */
export async function frontWithTokens(
  gateway: Gateway,
  store: TokenStore,
  options: Partial<HttpOptions> = {},
  more: NamedTokensOptions = {},
): Promise<HttpFront & { readonly tokens: NamedTokens }> {
  const opened: { front?: HttpFront } = {};
  const tokens = new NamedTokens(store, { onGone: (isGone) => opened.front?.endSessions(isGone), ...more });
  await tokens.start();
  onTestFinished(async () => tokens.close());
  opened.front = await front(gateway, { auth: { namedToken: (text) => tokens.verify(text) }, ...options });
  return Object.assign(opened.front, { tokens });
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** A session of the legacy era that a principal opens: what its further requests are sent with. */
export async function initializeAs(
  door: HttpFront,
  token = TOKEN,
  version = '2025-06-18',
): Promise<Record<string, string>> {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
  const answer = await ask(door, { headers: bearer(token), body });
  return {
    'mcp-session-id': String(answer.headers['mcp-session-id']),
    'mcp-protocol-version': version,
    ...bearer(token),
  };
}
