import type { Scope } from './scope.ts';
import type { Server } from './server.ts';

/** The client id of our own catalog. */
export const catalogId = 'canonical';

/** The file of a definition, and the project it comes from. */
export interface Origin {
  /** Absolute path. */
  readonly file: string;
  readonly client: string;
  readonly scope: Scope;
  /** Absolute path of the project that the definition comes from. Such a server needs approval. */
  readonly project?: string;
  /** The file is not part of that project: the definition was copied into it. */
  readonly copied?: true;
}

/** A definition that was copied from a project to another file. */
export interface CopiedDefinition {
  /** The definition as read from the target of the copy. */
  readonly server: Server;
  /** Absolute path. */
  readonly project: string;
}
