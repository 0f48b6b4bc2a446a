import type { FormatId } from '../formats/types.ts';
import type { Path, Value } from '../model/value.ts';

/** How a program behaves beyond what its config files show. `doctor` and discovery derive their diagnostics from it. */
export interface Behavior {
  /** Started from the desktop, where no shell has set the PATH. */
  readonly isDesktopApp?: boolean;
  /** On Windows it starts commands without a shell, so `.cmd` scripts need `cmd /c`. */
  readonly needsCmd?: boolean;
  /** The effect of an invalid entry, if the client loses more than the entry or does not report it. */
  readonly onInvalidEntry?: string;
  /** What an invalid entry costs beyond itself: all servers of its file, or all servers of the client. */
  readonly invalidEntryCosts?: 'file' | 'everything';
  /** Tries the other HTTP transport if one fails, whatever the entry says. */
  readonly triesBothTransports?: boolean;
  /** Tool names start with `mcp_<server>_` instead of `mcp__<server>__`. */
  readonly hasSingleToolPrefix?: boolean;
  /** The client renames tools whose names collide or are too long, so a server name cannot hide a tool. */
  readonly tellsToolNamesApart?: boolean;
  /** A reference to a file, with its path in the first group. The client fails if the file is missing. */
  readonly fileReference?: RegExp;
  /** What a reference to an unset variable becomes, if known: it stays as it is, is empty, or the client fails. */
  readonly onUnsetVariable?: 'literal' | 'empty' | 'stops';
  /** How many tools it takes from all servers together. */
  readonly mostTools?: number;
  /** Where values of references come from, if not only from the environment. */
  readonly secretStore?: string;
}

/** Where a client records that a person trusts a project, or one of its servers. */
export interface TrustRecord {
  /** A path template, as in `locations`. */
  readonly path: string;
  readonly baseVariable?: string;
  readonly format: FormatId;
  readonly at: (project: string) => Path;
  /** Values that mean trust; absent if the value is a list of trusted servers. */
  readonly means?: readonly Value[];
}
