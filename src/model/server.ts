import type { Value, ValueMap } from './value.ts';

export const transports = ['stdio', 'http', 'sse'] as const;
export type Transport = (typeof transports)[number];

export const platforms = ['darwin', 'linux', 'windows'] as const;
export type Platform = (typeof platforms)[number];

/** How to sign in. Tokens are never stored here. */
export type Auth = {
  type: 'oauth';
  /** Names a stored credential. */
  credentialId?: string;
  clientId?: string;
  scopes?: string[];
  [field: string]: Value | undefined;
};

export type ToolFilter = { allow?: string[]; deny?: string[] };

/** What a rule of a policy leaves of the tools of a server. */
export type ToolLimit = ToolFilter & {
  /** Absolute path of the policy. */
  file: string;
  rule: string;
  /** The reason that the policy gives. */
  why?: string;
};

/** Where a server came from, when known. */
export type PackageSource = {
  /** For example `npm`, `pypi` or `oci`. */
  registry: string;
  name: string;
  version?: string;
  /** Its name in the MCP registry, for example `io.github.acme/server`. */
  server?: string;
  /** The address of that registry, unless it is the official one. */
  source?: string;
};

/** What one client gets instead: fields to replace, null to leave one out. False keeps the server out of that client. */
export type ClientOverride = false | ValueMap;

/**
 * The canonical definition of an MCP server. References such as `${TOKEN}` are kept as written. Unlisted fields survive
 * every round trip; fields that only one client supports are under `extras.<client>`.
 */
export type Server = {
  /** The key of the entry, which overrides a name inside the entry. */
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
  /** In the catalog only: which clients get the server. */
  targets?: string[];
  /** In the catalog only: what a client gets instead, by client. */
  clients?: Record<string, ClientOverride>;
  /** In the catalog only. */
  package?: PackageSource;
  [field: string]: Value | Auth | ToolFilter | PackageSource | undefined;
};

export const defaultTimeout = 30;
export const defaultRetries = 3;

export function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

export function isRetries(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** The timeout in seconds. A file can hold anything, and an invalid value is reported as ignored: the default counts. */
export function timeoutOf({ timeout }: { readonly timeout?: unknown }): number {
  return isTimeout(timeout) ? timeout : defaultTimeout;
}

/** How often connecting is retried; the default in place of an invalid value. */
export function retriesOf({ retries }: { readonly retries?: unknown }): number {
  return isRetries(retries) ? retries : defaultRetries;
}

/** The transport of a definition; one with neither command nor url counts as an incomplete stdio server. */
export function inferTransport(server: { transport?: unknown; command?: unknown; url?: unknown }): Transport {
  const named = transports.find((transport) => transport === server.transport);
  if (named) return named;
  return !server.command && server.url ? 'http' : 'stdio';
}
