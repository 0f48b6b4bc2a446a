import type { Diagnostic } from '../model/diagnostic.ts';
import type { Server } from '../model/server.ts';

/** A file with servers that an assistant can be started with, whether it can be used or not. */
export interface ConfigSet {
  /** The name of the file without its ending. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  /** The name with the servers in it, as lists show it. */
  readonly display: string;
  /** What the file says of itself. */
  readonly note?: string;
  readonly servers: Readonly<Record<string, Server>>;
  /** A valid set that Claude Code itself would refuse or take for something else as the file stands. */
  readonly needsRespelling?: true;
  /** Why it cannot be used; absent when it can. */
  readonly error?: string;
  /** What to do about that, where there is something to say. */
  readonly fix?: string;
  /** Everything that keeps it from being used, with the places in its file; absent when it can be. */
  readonly findings?: readonly Diagnostic[];
  /** It was named by its path, and need not be in the directory of the sets. */
  readonly byPath?: true;
}
