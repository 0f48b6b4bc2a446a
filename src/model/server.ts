import type { Value } from './value.ts';

export const transports = ['stdio', 'http', 'sse'] as const;
export type Transport = (typeof transports)[number];

export const platforms = ['darwin', 'linux', 'windows'] as const;
export type Platform = (typeof platforms)[number];

/** How to sign in. Tokens are never kept here. */
export type Auth = {
  type: 'oauth';
  /** Names a stored credential. */
  credentialId?: string;
  clientId?: string;
  scopes?: string[];
  [field: string]: Value | undefined;
};

export type ToolFilter = { allow?: string[]; deny?: string[] };

/**
 * The canonical definition of an MCP server. References such as `${TOKEN}` are kept as they are written. Fields that are
 * not listed survive every round trip; what only one client knows travels under `extras.<client>`.
 */
export type Server = {
  /** The key of the map it stands in; a differing name inside the entry is overwritten by it. */
  name?: string;
  /** Inferred when absent: `command` means stdio, `url` means http. */
  transport?: Transport;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  url?: string;
  headers?: Record<string, string>;
  disabled?: boolean;
  /** Seconds. */
  timeout?: number;
  retries?: number;
  platforms?: Platform[];
  auth?: Auth;
  tools?: ToolFilter;
  title?: string;
  description?: string;
  extras?: Record<string, Value>;
  [field: string]: Value | Auth | ToolFilter | undefined;
};

export const defaultTimeout = 30;
export const defaultRetries = 3;

/** The transport a definition means; something with neither command nor url is taken for an unfinished stdio server. */
export function inferTransport(server: { transport?: unknown; command?: unknown; url?: unknown }): Transport {
  const named = transports.find((transport) => transport === server.transport);
  if (named) return named;
  return !server.command && server.url ? 'http' : 'stdio';
}
