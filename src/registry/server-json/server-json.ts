/** A value that a server needs, or a fixed one. */
export interface Input {
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
  readonly format?: 'string' | 'number' | 'boolean' | 'filepath';
  readonly default?: string;
  readonly placeholder?: string;
  readonly choices?: readonly string[];
  /** A fixed value, in which `{name}` is replaced by a variable. */
  readonly value?: string;
}

export interface InputWithVariables extends Input {
  readonly variables?: Readonly<Record<string, Input>>;
}

/** A header or an environment variable. */
export interface KeyValueInput extends InputWithVariables {
  readonly name: string;
}

export interface Argument extends InputWithVariables {
  readonly type: 'positional' | 'named';
  /** The flag of a named argument, with its dashes. */
  readonly name?: string;
  /** Identifies a positional argument. */
  readonly valueHint?: string;
  readonly isRepeated?: boolean;
}

export interface PackageTransport {
  readonly type: 'stdio' | 'streamable-http' | 'sse';
  readonly url?: string;
  readonly headers?: readonly KeyValueInput[];
}

export interface ServerPackage {
  /** Such as `npm`, `pypi`, `oci`, `nuget` or `mcpb`. */
  readonly registryType: string;
  readonly registryBaseUrl?: string;
  readonly identifier: string;
  readonly version?: string;
  readonly fileSha256?: string;
  readonly runtimeHint?: string;
  readonly transport: PackageTransport;
  readonly runtimeArguments?: readonly Argument[];
  readonly packageArguments?: readonly Argument[];
  readonly environmentVariables?: readonly KeyValueInput[];
}

export interface Remote {
  readonly type: 'streamable-http' | 'sse';
  readonly url: string;
  readonly headers?: readonly KeyValueInput[];
  readonly variables?: Readonly<Record<string, Input>>;
}

/** A `server.json` that matches its schema. Fields that are not listed here are kept. */
export interface ServerJson {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly websiteUrl?: string;
  readonly repository?: { readonly url: string; readonly source: string; readonly subfolder?: string };
  readonly packages?: readonly ServerPackage[];
  readonly remotes?: readonly Remote[];
}

export const serverStatuses = ['active', 'deprecated', 'deleted'] as const;
export type ServerStatus = (typeof serverStatuses)[number];

/** One version of a server, as a registry lists it. */
export interface RegistryEntry {
  readonly server: ServerJson;
  readonly status: ServerStatus;
  /** Why it is deprecated or deleted, as the registry says. */
  readonly statusMessage?: string;
  /** ISO times. */
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  /** Undefined if the registry does not say. */
  readonly isLatest?: boolean;
}

/** The part of a name that its registry verified: `io.github.acme` of `io.github.acme/server`. */
export function namespaceOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf('/'), 0));
}

/** Whether a word is the name of a server in a registry. Names of servers in files contain no slash. */
export function isRegistryName(word: string): boolean {
  return word.length <= 200 && /^[a-zA-Z0-9][a-zA-Z0-9-]*(?:\.[a-zA-Z0-9-]+)+\/[a-zA-Z0-9._-]+$/.test(word);
}
