import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { admitRestored } from '../approvals/admit-restored.ts';
import { type LockOptions, withLock } from '../lock/lock.ts';
import { fingerprint } from '../read/fingerprint.ts';
import { writeFailed } from '../read/reason.ts';
import { removeEmptyDirectories } from '../state/directories.ts';
import { type Applied, type ApplyOptions, inText, writeLocked } from '../write/apply-plan.ts';
import { findTarget } from '../write/find-target.ts';
import type { Plan } from '../write/plan.ts';
import type { ByteChange } from '../write/write-changes.ts';
import { expectEntry, newestNotUndone } from './history.ts';
import type { JournalEntry, JournalFile } from './journal-entry.ts';
import { backupProblem, readBackup } from './journal.ts';
import { recover, recoverLocked } from './recover.ts';

/**
 * Undoes a change; without an id, the newest one that is not undone. Throws `conflict` if a file has changed since. The
 * undo itself is added to the history.
 */
export async function undo(host: Host, id?: string, options: ApplyOptions = {}): Promise<Applied> {
  return withLock(host, options, async () => {
    const recovery = await recoverLocked(host);
    const { entry, files } = await reverse(host, id);
    await admitRestored(host, files.map(inText), [], options);
    const original = originalOf(entry);
    const { servers = [], sealed } = entry;
    // A redo takes the same secrets out of the files.
    const more = sealed ? { sealed } : {};
    const changes = { title: titleOf(original), servers, undoes: entry.id, original, ...more, files };
    const applied = await writeLocked(host, changes, options, recovery);
    if (!applied) throw new PlugboardError('history-missing', { id: entry.id });
    for (const { directories } of entry.files) await removeEmptyDirectories(host, directories);
    return applied;
  });
}

/** Preview of `undo`. Throws the same errors. */
export async function planUndo(
  host: Host,
  id?: string,
  options: LockOptions = {},
): Promise<Plan & { readonly undoes: string }> {
  await recover(host, options);
  const { entry, files } = await reverse(host, id);
  const changes = files.map((file) => {
    const { link, ...texts } = inText(file);
    return { ...texts, ...(link && { link }) };
  });
  const { servers = [] } = entry;
  return {
    title: titleOf(originalOf(entry)),
    servers,
    undoes: entry.id,
    changes,
    restored: [],
    losses: [],
    unwritten: [],
    diagnostics: [],
  };
}

async function reverse(host: Host, id: string | undefined): Promise<{ entry: JournalEntry; files: ByteChange[] }> {
  const entry = id === undefined ? await newestNotUndone(host) : await expectEntry(host, id);
  const files: ByteChange[] = [];
  for (const [index, file] of entry.files.entries()) files.push(await reversed(host, entry, index, file));
  return { entry, files };
}

type Original = NonNullable<JournalEntry['original']>;

function titleOf({ title, isRedone }: Original): string {
  return `${isRedone ? 'Redo' : 'Undo'}: ${title}`;
}

/** The change that is undone, or redone because the entry is an undo of it. */
function originalOf({ title, undoes, original = originalInTitle(title) }: JournalEntry): Original {
  return undoes === undefined ? { title, isRedone: false } : { ...original, isRedone: !original.isRedone };
}

/** Entries of older versions have it only in their title. */
function originalInTitle(title: string): Original {
  const [, kind, rest = title] = /^(Undo|Redo): (.*)$/s.exec(title) ?? [];
  return { title: rest, isRedone: kind === 'Redo' };
}

async function reversed(host: Host, entry: JournalEntry, index: number, file: JournalFile): Promise<ByteChange> {
  const { path, before, after, link } = file;
  const now = (await findTarget(host, path, link)).found?.bytes;
  if ((now && fingerprint(now)) !== after) throw new PlugboardError('conflict', { path });
  const bytes = before && (await readBackup(host, entry, index));
  if (before && !bytes) throw writeFailed(path, backupProblem(entry));
  return { path, before: now, after: bytes, as: before, link };
}
