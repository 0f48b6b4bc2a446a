import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import { type Applied, type ApplyOptions, writeLocked } from './apply-plan.ts';
import { removeEmptyDirectories } from './directories.ts';
import { findTarget } from './find-target.ts';
import { expectEntry, newestInForce } from './history.ts';
import { hashOf, type JournalEntry, type JournalFile } from './journal-entry.ts';
import { readBackup } from './journal.ts';
import { withLock } from './lock.ts';
import { writeFailed } from './reason.ts';
import { recoverLocked } from './recover.ts';
import type { ByteChange } from './write-changes.ts';

/**
 * Puts the files of a change back to what they were before it; without an id, those of the newest change that still
 * stands. Throws `conflict` when one of them has been changed since. This too goes into the history.
 */
export async function undo(host: Host, id?: string, options: ApplyOptions = {}): Promise<Applied> {
  return withLock(host, options, async () => {
    const recovery = await recoverLocked(host);
    const entry = id === undefined ? await newestInForce(host) : await expectEntry(host, id);
    const files: ByteChange[] = [];
    for (const [index, file] of entry.files.entries()) files.push(await reversed(host, entry, index, file));
    const changes = { title: titleOf(entry), undoes: entry.id, files };
    const applied = await writeLocked(host, changes, options, recovery);
    if (!applied) throw new PlugboardError('history-missing', { id: entry.id });
    for (const { directories } of entry.files) await removeEmptyDirectories(host, directories);
    return applied;
  });
}

function titleOf({ title, undoes }: JournalEntry): string {
  if (undoes === undefined) return `Undo: ${title}`;
  return title.replace(/^(?:Undo|Redo)/, (word) => (word === 'Undo' ? 'Redo' : 'Undo'));
}

async function reversed(host: Host, entry: JournalEntry, index: number, file: JournalFile): Promise<ByteChange> {
  const { path, before, after } = file;
  const now = (await findTarget(host, path)).found?.bytes;
  if ((now && hashOf(now)) !== after) throw new PlugboardError('conflict', { path });
  const bytes = before && (await readBackup(host, entry, index));
  if (before && !bytes) throw writeFailed(path, 'its backup is gone or damaged');
  return { path, before: now, after: bytes, as: before };
}
