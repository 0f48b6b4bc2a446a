import type { Entry } from '../clients/read-document.ts';
import type { Client, Location } from '../clients/types.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Range } from '../model/diagnostics/position.ts';
import type { Scope } from '../model/scope.ts';
import type { ParsedFile } from './parsed-files.ts';

/** One server in one file, as one client reads it. */
export interface DiscoveredEntry extends Entry {
  readonly client: Client;
  readonly location: Location;
  readonly scope: Scope;
  /** Absolute path. */
  readonly file: string;
  readonly source: ParsedFile;
  /** Levels from the project up to the directory of the file, for clients that read parent directories too. */
  readonly distance: number;
  /** The position in the file, computed on access. */
  readonly range: Range | undefined;
  readonly issues: readonly Diagnostic[];
}

export interface DiscoveredFile {
  /** Absolute path. */
  readonly path: string;
  /** Absent for a file that only lists disabled servers. */
  readonly location?: Location;
  /** Diagnostics of the file as a whole; those of an entry are in the entry. */
  readonly issues: readonly Diagnostic[];
  /** The name of the entry because of which the client uses no server of the file. */
  readonly rejecting?: string;
  /** The client uses no server of the file; the issues of the file say why. */
  readonly isRejected?: true;
}

/** Why an entry is not active. */
export type ShadowReason =
  /** A file of a scope with higher precedence defines the name. */
  | 'higher-scope'
  /** The same file closer to the project defines the name. */
  | 'nearer-directory'
  /** A preferred file of the same scope defines the name. */
  | 'earlier-file'
  /** An earlier entry in the same file defines the name. */
  | 'earlier-entry'
  /** A managed file exists, and the client then reads no other file. */
  | 'managed-only'
  /** The client cannot use it; its issues say why. */
  | 'invalid'
  /** The client rejects the whole file, or all its files, because of the entry `by`, or what the file itself says. */
  | 'file-rejected'
  /** The client does not read servers from this file. */
  | 'not-read';

export interface Shadowed {
  readonly entry: DiscoveredEntry;
  /** The active entry, if there is one; for a rejected file the entry that causes it. */
  readonly by?: DiscoveredEntry;
  readonly why: ShadowReason;
}

/** How one client resolves all entries of one name. */
export interface Verdict {
  readonly name: string;
  /** The active entry, with the server as the client reads it; undefined if the client can use none. */
  readonly active: DiscoveredEntry | undefined;
  /** Disabled, even if only by a key that the client ignores; `active.off` says whether the client respects it. */
  readonly disabled: boolean;
  /** What the user must do before the client uses it, unless already done. */
  readonly needsTrust?: string;
  readonly shadowed: readonly Shadowed[];
  /** The entries that the client merges into `active`, by descending precedence. */
  readonly merged?: readonly DiscoveredEntry[];
  /** Diagnostics of the merged entry. */
  readonly issues: readonly Diagnostic[];
}

export interface DiscoveredClient {
  readonly client: Client;
  /** The existing files, by descending precedence. */
  readonly files: readonly DiscoveredFile[];
  /** In the order of the files. */
  readonly entries: readonly DiscoveredEntry[];
  readonly names: readonly Verdict[];
}

export interface Discovery {
  readonly project: string;
  readonly clients: readonly DiscoveredClient[];
  /** All diagnostics without duplicates, even if several clients read the file. */
  readonly issues: readonly Diagnostic[];
}
