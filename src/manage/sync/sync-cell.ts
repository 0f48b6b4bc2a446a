import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import type { Server } from '../../model/server.ts';
import type { OpenDocument } from '../plan/plan-draft.ts';
import { nameOf, type Target } from '../plan/target.ts';
import type { Catalog } from './catalogs.ts';
import type { FieldChange, Merge, Outcome } from './merge.ts';

export type BlockReason =
  /** The client's file cannot be read or edited. */
  | 'unreadable'
  /** The client cannot express the server. */
  | 'refused'
  /** The entry would start Plugboard, which the client would not find. */
  | 'not-installed'
  /** The catalog's definition is invalid. */
  | 'invalid'
  /** The entry in the client's file is invalid. */
  | 'theirs-invalid'
  /** The name is used by something else in the client's file. */
  | 'name-taken'
  /** Another catalog wrote the entry. */
  | 'other-catalog'
  /** The profile in use is not in the catalog any more. */
  | 'profile-missing'
  /** A policy does not allow it. */
  | 'policy';

/** One server in one file of a client. Contains secrets. */
export interface SyncCell {
  readonly target: Target;
  /** Absolute path of the client's file. */
  readonly path: string;
  readonly name: string;
  /** Its name in the client's file, if the catalog renamed it since. */
  readonly renamedFrom?: string;
  /** Absent if no catalog here wants it or has written it. */
  readonly catalog?: Catalog;
  readonly outcome: Outcome;
  /** The entry in the client's file. */
  readonly theirs?: Server;
  readonly changes: readonly FieldChange[];
  readonly losses: readonly Loss[];
  readonly blocked?: BlockReason;
  /** Why it is blocked, in words. */
  readonly why?: string;
  /** Whether the server names this client, alone or in a group, and not only all clients. */
  readonly isNamed?: boolean;
  /** Other clients that are to have the entry, and read it in the same file. */
  readonly readers?: readonly Target[];
  /** The problems of a file that cannot be read. */
  readonly problems?: readonly Diagnostic[];
}

/** A cell with what is needed to carry it out. */
export interface MergedCell extends SyncCell {
  readonly document?: OpenDocument;
  readonly merge?: Merge;
  readonly base?: Server;
  /** The catalog's definition with the overrides of the client and the tools of the profile. */
  readonly wanted?: Server;
  /** The catalog's definition as the client can express it. */
  readonly mine?: Server;
  /** Whether the client expresses a disabled server by leaving it out. */
  readonly isParkedWhenOff?: boolean;
}

/** Whether an entry cannot be what the catalog says. A server for all clients need not fit each of them. */
export function isObstructed({ blocked, isNamed = false }: SyncCell): boolean {
  return blocked !== undefined && (blocked !== 'refused' || isNamed);
}

/** Whether the client and the catalog differ in a way that a person has to know of. */
export function isDrift(cell: SyncCell): boolean {
  const { outcome, catalog, changes, blocked, theirs } = cell;
  if (outcome === 'keep') return catalog !== undefined && changes.length > 0;
  // An entry that is still there is not what the catalog says.
  if (blocked === 'refused') return theirs !== undefined || isObstructed(cell);
  return outcome !== 'same' && outcome !== 'adopt';
}

export function placeName({ target }: SyncCell): string {
  return nameOf(target);
}
