/** `GET /api/registry?query=&limit=&offset=`: servers of the MCP registries, best match first. */
export interface RegistryAnswer {
  /** `filling`: the index is being filled for the first time; ask again. */
  readonly state: 'ready' | 'filling' | 'failed';
  /** Servers read so far while it is being filled. */
  readonly read?: number;
  /** Why it could not be filled. */
  readonly problem?: string;
  readonly servers: readonly RegistryServerView[];
  /** How many match. */
  readonly total: number;
  readonly registries: readonly RegistryView[];
}

export interface RegistryView {
  /** Address, or path of a file or directory. */
  readonly registry: string;
  readonly servers: number;
  /** ISO time of its last answer. */
  readonly checkedAt?: string;
  /** Why the list may be outdated. */
  readonly problem?: string;
}

export interface RegistryServerView {
  readonly name: string;
  /** The part of the name that the registry verified. */
  readonly namespace: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly status: 'active' | 'deprecated' | 'deleted';
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  /** Ways to install it, such as `npm` or `streamable-http`, preferred first. */
  readonly offers: readonly string[];
  readonly registry: string;
}

/** `GET /api/registry/server?name=&version=&registry=`: one server with all that is needed to install it. */
export interface RegistryServerAnswer extends Omit<RegistryServerView, 'offers'> {
  /** Proposed name of the server here. */
  readonly proposedName: string;
  readonly websiteUrl?: string;
  readonly repository?: string;
  readonly statusMessage?: string;
  readonly offers: readonly RegistryOfferView[];
  /** Packages that cannot be installed, such as `cargo:name`. */
  readonly unusable: readonly string[];
  readonly versions: readonly {
    readonly version: string;
    readonly status: RegistryServerView['status'];
    readonly publishedAt?: string;
  }[];
  /** Other servers whose names look alike. */
  readonly lookAlikes: readonly string[];
  readonly problem?: string;
}

/** One way to install a server: a package, or a remote address. */
export interface RegistryOfferView {
  readonly id: string;
  readonly kind: 'package' | 'remote';
  /** The package with its version, or the address. */
  readonly what: string;
  /** None for a bundle (`mcpb`): only its manifest names them. */
  readonly inputs: readonly RegistryInputView[];
}

/** `GET /api/registry/inputs?name=&version=&registry=&offer=`: the inputs of one offer. Fetches a bundle to read them. */
export interface RegistryInputsAnswer {
  readonly inputs: readonly RegistryInputView[];
}

export interface RegistryInputView {
  readonly id: string;
  readonly kind: 'environment' | 'header' | 'argument' | 'variable';
  readonly description?: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly isRepeated: boolean;
  readonly format: 'string' | 'number' | 'boolean' | 'filepath';
  readonly default?: string;
  readonly placeholder?: string;
  readonly choices?: readonly string[];
}
