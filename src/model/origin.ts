import type { Scope } from './scope.ts';
import type { Server } from './server.ts';

/** The client id of our own catalog. */
export const catalogId = 'canonical';

/** Where a definition stands, and the project it came with. */
export interface Origin {
  /** Absolute path. */
  readonly file: string;
  readonly client: string;
  readonly scope: Scope;
  /** Absolute path of the project that the definition came with. Such a server needs a person's approval. */
  readonly project?: string;
  /** The file is no file of that project: the definition was copied into it. */
  readonly copied?: true;
}

/** A definition that was copied out of a project. */
export interface CopiedDefinition {
  /** As it is read where it is copied to. */
  readonly server: Server;
  /** Absolute path. */
  readonly project: string;
}
