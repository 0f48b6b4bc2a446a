import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { JournalEntry, JournalFile } from './journal-entry.ts';
import { journalNames, readBackup, readDone } from './journal.ts';
import type { LockOptions } from './lock.ts';
import { recover } from './recover.ts';

/** A change that was made. */
export interface HistoryEntry {
  readonly id: string;
  readonly time: Date;
  readonly title: string;
  /** The entry this one took back. */
  readonly undoes?: string;
  readonly files: readonly HistoryFile[];
}

export interface HistoryFile {
  readonly path: string;
  readonly change: 'changed' | 'created' | 'deleted';
  /** The change was interrupted, and something else wrote the file before it could be put back. */
  readonly left?: true;
}

export interface HistoryDetails extends HistoryEntry {
  /** The text of each file before the change, in the order of `files`; undefined for files that were created. */
  readonly before: readonly (string | undefined)[];
}

/** The newest first. Entries that cannot be read are left out. */
export async function listHistory(host: Host, options: LockOptions = {}): Promise<HistoryEntry[]> {
  await recover(host, options);
  return (await readAll(host)).map(inWords);
}

export async function readHistory(host: Host, id: string, options: LockOptions = {}): Promise<HistoryDetails> {
  await recover(host, options);
  const entry = await expectEntry(host, id);
  const backups = await Promise.all(entry.files.map((_, index) => readBackup(host, entry, index)));
  return { ...inWords(entry), before: backups.map((bytes) => bytes && Buffer.from(bytes).toString()) };
}

export async function expectEntry(host: Host, id: string): Promise<JournalEntry> {
  const { done } = await journalNames(host);
  const entry = done.includes(id) ? await readDone(host, id) : undefined;
  if (!entry) throw new PlugboardError('history-missing', { id });
  return entry;
}

/** The newest change that has not been taken back; taking back is not a change of its own here. */
export async function newestInForce(host: Host): Promise<JournalEntry> {
  const undone = new Set<string>();
  for (const entry of await readAll(host)) {
    // One that was interrupted and put back in part has nothing to take back either.
    if (undone.has(entry.id) || entry.left) continue;
    if (entry.undoes === undefined) return entry;
    undone.add(entry.undoes);
  }
  throw new PlugboardError('history-missing', {});
}

async function readAll(host: Host): Promise<JournalEntry[]> {
  const { done } = await journalNames(host);
  const entries = await Promise.all(done.toReversed().map((id) => readDone(host, id)));
  return entries.filter((entry) => entry !== undefined);
}

function inWords({ id, time, title, undoes, files, left }: JournalEntry): HistoryEntry {
  const inFile = ({ path, before, after }: JournalFile): HistoryFile => ({
    path,
    change: before ? (after === undefined ? 'deleted' : 'changed') : 'created',
    ...(left?.includes(path) && { left: true }),
  });
  return { id, time: new Date(time), title, ...(undoes !== undefined && { undoes }), files: files.map(inFile) };
}
