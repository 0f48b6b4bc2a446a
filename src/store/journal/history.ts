import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { LockOptions } from '../lock/lock.ts';
import { fingerprint } from '../read/fingerprint.ts';
import { findTarget } from '../write/find-target.ts';
import type { JournalEntry, JournalFile } from './journal-entry.ts';
import { journalNames, readBackup, readDone } from './journal.ts';
import { recover } from './recover.ts';

/** A change in the history. */
export interface HistoryEntry {
  readonly id: string;
  readonly time: Date;
  readonly title: string;
  /** Code of the operation and its target, if it has one. */
  readonly action?: string;
  /** Names of the servers it affected; empty for entries of older versions. */
  readonly servers: readonly string[];
  /** The entry that this one undid. */
  readonly undoes?: string;
  /** The entry that undid this one, unless that was undone in turn. */
  readonly undoneBy?: string;
  readonly files: readonly HistoryFile[];
}

export interface HistoryFile {
  readonly path: string;
  readonly change: 'changed' | 'created' | 'deleted';
  /** A symbolic link itself; its texts are link targets. */
  readonly link?: true;
  /** The change was interrupted, and another program wrote the file before it could be rolled back. */
  readonly left?: true;
}

export interface HistoryDetails extends HistoryEntry {
  /** The texts before the change are encrypted, because they contain secrets. */
  readonly sealed?: true;
  /** The text of each file before the change, in the order of `files`; undefined for created files. */
  readonly before: readonly (string | undefined)[];
  /** The text after the change, if still available; the file may have changed since. Undefined for deleted files. */
  readonly after: readonly (string | undefined)[];
}

/** Newest first, without unreadable entries. */
export async function listHistory(host: Host, options: LockOptions = {}): Promise<HistoryEntry[]> {
  await recover(host, options);
  const entries = await readAll(host);
  const undone = undoneEntries(entries);
  return entries.map((entry) => toHistoryEntry(entry, undone));
}

export async function readHistory(host: Host, id: string, options: LockOptions = {}): Promise<HistoryDetails> {
  await recover(host, options);
  const entry = await expectEntry(host, id);
  const all = await readAll(host);
  const before = await Promise.all(entry.files.map((_, index) => readBackup(host, entry, index)));
  const after = await Promise.all(entry.files.map((file) => bytesAfter(host, file, all)));
  const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();
  return {
    ...toHistoryEntry(entry, undoneEntries(all)),
    ...(entry.sealed && { sealed: entry.sealed }),
    before: before.map(textOf),
    after: after.map(textOf),
  };
}

/** The content after a change: from the file itself, or from the backup of a later change. */
async function bytesAfter(
  host: Host,
  { path, after, link }: JournalFile,
  entries: readonly JournalEntry[],
): Promise<Uint8Array | undefined> {
  if (after === undefined) return undefined;
  const { found } = await findTarget(host, path, link).catch(() => ({ found: undefined }));
  if (found && fingerprint(found.bytes) === after) return found.bytes;
  for (const entry of entries) {
    const index = entry.files.findIndex(({ before }) => before?.hash === after);
    const kept = index === -1 ? undefined : await readBackup(host, entry, index);
    if (kept) return kept;
  }
  return undefined;
}

/**
 * Ids of changes with the code `did` that were not undone, newest first, since the last one with the code `undid`.
 * `codeIn` finds the code of an entry that has only a title.
 */
export async function changesSince(
  host: Host,
  { did, undid }: { readonly did: string; readonly undid: string },
  codeIn: (title: string) => string | undefined = () => undefined,
): Promise<string[]> {
  const standing = (await listHistory(host))
    .filter(({ undoes, undoneBy }) => undoes === undefined && undoneBy === undefined)
    .map(({ id, action, title }) => ({ id, action: action ?? codeIn(title) }));
  const last = standing.findIndex(({ action }) => action === undid);
  const since = standing.slice(0, last === -1 ? undefined : last);
  return since.filter(({ action }) => action === did).map(({ id }) => id);
}

export async function expectEntry(host: Host, id: string): Promise<JournalEntry> {
  const { done } = await journalNames(host);
  const entry = done.includes(id) ? await readDone(host, id) : undefined;
  if (!entry) throw new PlugboardError('history-missing', { id });
  return entry;
}

/** The newest change that has not been undone; undo entries themselves are skipped. */
export async function newestNotUndone(host: Host): Promise<JournalEntry> {
  const entries = await readAll(host);
  const undone = undoneEntries(entries);
  // An interrupted change that was partly rolled back cannot be undone either.
  const newest = entries.find(({ id, undoes, left }) => undoes === undefined && !left && !undone.has(id));
  if (!newest) throw new PlugboardError('history-missing', {});
  return newest;
}

/** Maps each undone entry to the entry that undid it. Expects the newest first. */
function undoneEntries(entries: readonly JournalEntry[]): Map<string, string> {
  const undone = new Map<string, string>();
  for (const { id, undoes, left } of entries) {
    if (undoes !== undefined && !left && !undone.has(id)) undone.set(undoes, id);
  }
  return undone;
}

/** Newest first. */
export async function readAll(host: Host): Promise<JournalEntry[]> {
  const { done } = await journalNames(host);
  const entries = await Promise.all(done.toReversed().map((id) => readDone(host, id)));
  return entries.filter((entry) => entry !== undefined);
}

function toHistoryEntry(entry: JournalEntry, undone: ReadonlyMap<string, string>): HistoryEntry {
  const { id, time, title, action, servers = [], undoes, files, left } = entry;
  const undoneBy = undone.get(id);
  const inFile = ({ path, before, after, link }: JournalFile): HistoryFile => ({
    path,
    change: before ? (after === undefined ? 'deleted' : 'changed') : 'created',
    ...(link && { link }),
    ...(left?.includes(path) && { left: true }),
  });
  return {
    id,
    time: new Date(time),
    title,
    ...(action !== undefined && { action }),
    servers,
    ...(undoes !== undefined && { undoes }),
    ...(undoneBy !== undefined && { undoneBy }),
    files: files.map(inFile),
  };
}
