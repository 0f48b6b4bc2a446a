import type { ClientId } from '../../clients/registry.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';

/**
 * What a text was taken for. `start-command` starts a server itself (`npx …`), `claude-command` and `other-command`
 * define one in an assistant, `registry` is a `server.json`, `mixed` is more than one of them.
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
  /** False when nothing named it and the name follows from the package, the image, the address. */
  readonly named: boolean;
  readonly server: Server;
  /** The client whose way of writing it was read as, if that is known. */
  readonly dialect?: ClientId;
  /** The scope that a command line asked for. */
  readonly scope?: Scope;
}

export interface Pasted {
  /** In the order in which they were found. */
  readonly servers: readonly PastedServer[];
  readonly kind: PastedKind;
  /** What a person should know about the text: mistakes in it, keys nobody knows, names that had to change. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A server as a reader found it, before names are settled. */
export interface Draft {
  /** As it is written; absent when nothing names the server. */
  readonly name?: string;
  /** A name that fits better than one made from the server. */
  readonly proposal?: string;
  readonly server: Server;
  readonly dialect?: ClientId;
  readonly scope?: Scope;
  /** Offset of the place where it was found. */
  readonly at: number;
}

/** What a reader made of a text. Offsets and ranges are those of the text it was given. */
export interface Reading {
  readonly kind: PastedKind;
  readonly drafts: readonly Draft[];
  readonly diagnostics: readonly Diagnostic[];
}
