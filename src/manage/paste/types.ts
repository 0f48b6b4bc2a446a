import type { ClientId } from '../../clients/registry.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';

/**
 * What the text was recognized as. `start-command` starts a server (`npx …`), `claude-command` and `other-command`
 * register one with a client, `registry` is a `server.json`, `mixed` is more than one of them.
 */
export type PastedKind =
  | 'json'
  | 'toml'
  | 'yaml'
  | 'registry'
  | 'claude-command'
  | 'other-command'
  | 'start-command'
  | 'address'
  | 'link'
  | 'mixed';

export interface PastedServer {
  readonly name: string;
  /** False when the name was derived from the package, image or URL. */
  readonly named: boolean;
  readonly server: Server;
  /** The client whose dialect it was read as, if known. */
  readonly dialect?: ClientId;
  /** The scope given in a command line. */
  readonly scope?: Scope;
  /** It is from an install link. */
  readonly isLink?: boolean;
}

export interface Pasted {
  /** In the order found. */
  readonly servers: readonly PastedServer[];
  readonly kind: PastedKind;
  /** Issues for the user: syntax errors, unknown keys, changed names. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A server before names are final. */
export interface Draft {
  /** As written; absent when the text does not name the server. */
  readonly name?: string;
  /** A better name than one derived from the server. */
  readonly proposal?: string;
  readonly server: Server;
  readonly dialect?: ClientId;
  readonly scope?: Scope;
  /** It is from an install link. */
  readonly isLink?: boolean;
  /** Offset at which it was found. */
  readonly at: number;
}

/** Result of one reader. Offsets and ranges refer to the text it was given. */
export interface Reading {
  readonly kind: PastedKind;
  readonly drafts: readonly Draft[];
  readonly diagnostics: readonly Diagnostic[];
}
