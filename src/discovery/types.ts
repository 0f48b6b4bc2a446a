import type { Entry } from '../clients/read-document.ts';
import type { Client, Location } from '../clients/types.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Range } from '../model/position.ts';
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
  /** Steps up from the project to the directory of the file, for clients that read those above too. */
  readonly distance: number;
  /** Where it stands; looked up when it is asked for. */
  readonly range: Range | undefined;
  readonly findings: readonly Diagnostic[];
}

export interface DiscoveredFile {
  /** Absolute path. */
  readonly path: string;
  /** Absent for a file that only says which servers are switched off. */
  readonly location?: Location;
  /** About the file as a whole; what is about an entry stands with the entry. */
  readonly findings: readonly Diagnostic[];
}

/** Why an entry does not count. */
export type ShadowReason =
  /** A file of a scope that counts more has the name too. */
  | 'higher-scope'
  /** The same file nearer to the project has it too. */
  | 'nearer-directory'
  /** Another file of the same scope has it too, and the client prefers that file. */
  | 'earlier-file'
  /** It stands earlier in the same file too. */
  | 'earlier-entry'
  /** An administrator's file is there, and the client reads nothing else then. */
  | 'managed-only'
  /** The client cannot use it: its findings say why. */
  | 'invalid'
  /** The client does not look into this file. */
  | 'not-read';

export interface Shadowed {
  readonly entry: DiscoveredEntry;
  /** The entry that counts instead, if any does. */
  readonly by?: DiscoveredEntry;
  readonly why: ShadowReason;
}

/** What one client makes of all entries of one name. */
export interface Verdict {
  readonly name: string;
  /** The entry that counts, with the server as the client sees it; undefined when it can use none of them. */
  readonly inForce: DiscoveredEntry | undefined;
  /** Switched off, be it by a key of the entry that the client ignores; `inForce.off` says whether the client obeys. */
  readonly disabled: boolean;
  /** What a person must do before the client uses it, if they have not done so yet. */
  readonly needsTrust?: string;
  readonly shadowed: readonly Shadowed[];
  /** The entries that `inForce` is made of, the strongest first, where the client merges them. */
  readonly merged?: readonly DiscoveredEntry[];
  /** About the merged entry. */
  readonly findings: readonly Diagnostic[];
}

export interface DiscoveredClient {
  readonly client: Client;
  /** The files that are there, the one that counts most first. */
  readonly files: readonly DiscoveredFile[];
  /** In the order of the files. */
  readonly entries: readonly DiscoveredEntry[];
  readonly names: readonly Verdict[];
}

export interface Discovery {
  readonly project: string;
  readonly clients: readonly DiscoveredClient[];
  /** Everything that was found wrong, each thing once even when several clients read the file. */
  readonly findings: readonly Diagnostic[];
}
