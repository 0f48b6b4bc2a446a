import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { fingerprint } from '../read/fingerprint.ts';
import { reasonOf } from '../read/reason.ts';
import { removeEmptyDirectories } from '../state/directories.ts';
import { putInPlace, stage, stagedPath, deleteFile } from '../write/put-file.ts';
import { removeIfThere } from '../write/write-new.ts';
import type { JournalEntry, JournalFile } from './journal-entry.ts';
import { backupPath, backupProblem, readBackup } from './journal.ts';

/** State of a file within a change; `other` means that another program wrote it meanwhile. */
export type Progress = 'after' | 'before' | 'other';

export async function progressOf(host: Host, file: JournalFile): Promise<Progress> {
  const { target, link } = file;
  const status = await host.fs.status(target);
  if (status && status.kind !== (link ? 'link' : 'file')) return 'other';
  const hash =
    status && fingerprint(link ? Buffer.from(await host.fs.readLink(target)) : await host.fs.readFile(target));
  if (hash === file.before?.hash) return 'before';
  return hash === file.after ? 'after' : 'other';
}

/**
 * Restores the files of a change. Returns the paths that another program wrote meanwhile, which are left as they are.
 * Restores as much as possible before it throws.
 */
export async function rollBack(host: Host, entry: JournalEntry): Promise<string[]> {
  const left: string[] = [];
  let failure: PlugboardError | undefined;
  for (const [index, file] of [...entry.files.entries()].toReversed()) {
    try {
      if (!(await restore(host, entry, index, file))) left.push(file.path);
    } catch (error) {
      failure ??= new PlugboardError(
        'rollback-failed',
        { path: file.path, reason: reasonOf(error), backups: backupPath(host, entry.id, index) },
        error,
      );
    }
  }
  if (failure) throw failure;
  return left;
}

async function restore(host: Host, entry: JournalEntry, index: number, file: JournalFile): Promise<boolean> {
  const staged = stagedPath(file.target, entry.id, index);
  await removeStaged(host, entry, index);
  const progress = await progressOf(host, file);
  if (progress === 'after') {
    if (file.before) {
      const bytes = await readBackup(host, entry, index);
      if (!bytes) throw new Error(backupProblem(entry));
      await stage(host, staged, { bytes, ...file.before, link: file.link });
      await putInPlace(host, staged, file.target);
    } else {
      await deleteFile(host, file.target);
    }
  }
  if (progress !== 'other') await removeEmptyDirectories(host, file.directories);
  return progress !== 'other';
}

export async function removeStaged(host: Host, entry: JournalEntry, index: number): Promise<void> {
  const file = entry.files[index];
  if (file) await removeIfThere(host, stagedPath(file.target, entry.id, index));
}
