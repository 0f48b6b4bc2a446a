import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { LockOptions } from '../lock/lock.ts';
import { fingerprint } from '../read/fingerprint.ts';
import { findTarget } from '../write/find-target.ts';
import type { JournalEntry, JournalFile } from './journal-entry.ts';
import { journalNames, readBackup, readDone } from './journal.ts';
import { recover } from './recover.ts';

/** A change that was made. */
export interface HistoryEntry {
  readonly id: string;
  readonly time: Date;
  readonly title: string;
  /** Names of the servers it touched; empty for entries of older versions. */
  readonly servers: readonly string[];
  /** The entry this one took back. */
  readonly undoes?: string;
  /** The entry that took this one back, unless that was taken back in turn. */
  readonly undoneBy?: string;
  readonly files: readonly HistoryFile[];
}

export interface HistoryFile {
  readonly path: string;
  readonly change: 'changed' | 'created' | 'deleted';
  /** A symbolic link itself; its texts are where it leads. */
  readonly link?: true;
  /** The change was interrupted, and something else wrote the file before it could be put back. */
  readonly left?: true;
}

export interface HistoryDetails extends HistoryEntry {
  /** The text of each file before the change, in the order of `files`; undefined for files that were created. */
  readonly before: readonly (string | undefined)[];
  /** The text after it, as far as it is still known: the file may have been changed since. Undefined for deleted ones too. */
  readonly after: readonly (string | undefined)[];
}

/** The newest first. Entries that cannot be read are left out. */
export async function listHistory(host: Host, options: LockOptions = {}): Promise<HistoryEntry[]> {
  await recover(host, options);
  const entries = await readAll(host);
  const undone = takenBack(entries);
  return entries.map((entry) => inWords(entry, undone));
}

export async function readHistory(host: Host, id: string, options: LockOptions = {}): Promise<HistoryDetails> {
  await recover(host, options);
  const entry = await expectEntry(host, id);
  const all = await readAll(host);
  const before = await Promise.all(entry.files.map((_, index) => readBackup(host, entry, index)));
  const after = await Promise.all(entry.files.map((file) => bytesAfter(host, file, all)));
  const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();
  return { ...inWords(entry, takenBack(all)), before: before.map(textOf), after: after.map(textOf) };
}

/** What a change made of a file: it is still there, or a later change has kept it. */
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

export async function expectEntry(host: Host, id: string): Promise<JournalEntry> {
  const { done } = await journalNames(host);
  const entry = done.includes(id) ? await readDone(host, id) : undefined;
  if (!entry) throw new PlugboardError('history-missing', { id });
  return entry;
}

/** The newest change that has not been taken back; taking back is not a change of its own here. */
export async function newestInForce(host: Host): Promise<JournalEntry> {
  const entries = await readAll(host);
  const undone = takenBack(entries);
  // One that was interrupted and put back in part has nothing to take back either.
  const newest = entries.find(({ id, undoes, left }) => undoes === undefined && !left && !undone.has(id));
  if (!newest) throw new PlugboardError('history-missing', {});
  return newest;
}

/** By the id of each entry that was taken back, the entry that did so. Those given are the newest first. */
function takenBack(entries: readonly JournalEntry[]): Map<string, string> {
  const undone = new Map<string, string>();
  for (const { id, undoes, left } of entries) {
    if (undoes !== undefined && !left && !undone.has(id)) undone.set(undoes, id);
  }
  return undone;
}

/** The newest first. */
export async function readAll(host: Host): Promise<JournalEntry[]> {
  const { done } = await journalNames(host);
  const entries = await Promise.all(done.toReversed().map((id) => readDone(host, id)));
  return entries.filter((entry) => entry !== undefined);
}

function inWords(entry: JournalEntry, undone: ReadonlyMap<string, string>): HistoryEntry {
  const { id, time, title, servers = [], undoes, files, left } = entry;
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
    servers,
    ...(undoes !== undefined && { undoes }),
    ...(undoneBy !== undefined && { undoneBy }),
    files: files.map(inFile),
  };
}
