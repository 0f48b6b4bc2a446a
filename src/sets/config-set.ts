import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Server } from '../model/server.ts';

/** A file with servers that a client can be started with. It may be invalid. */
export interface ConfigSet {
  /** The file name without its extension. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  /** The name and the names of the servers, for lists. */
  readonly display: string;
  /** The `description` in the file. */
  readonly note?: string;
  readonly servers: Readonly<Record<string, Server>>;
  /** Whether Claude Code would reject or misread the file as it is, although the set is valid. */
  readonly needsRespelling?: true;
  /** Why the set is invalid; absent if it is valid. */
  readonly error?: string;
  /** How to fix the error, if known. */
  readonly fix?: string;
  /** All errors with their positions; absent if the set is valid. */
  readonly issues?: readonly Diagnostic[];
  /** The set was given by its path, which may be outside the directory of config sets. */
  readonly byPath?: true;
}
