import { dirname } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { FileOwner, Host } from '../../model/host.ts';
import { nextId } from '../journal/entry-id.ts';
import type { JournalEntry, JournalFile } from '../journal/journal-entry.ts';
import { begin, discard, finish, finishWith } from '../journal/journal.ts';
import { rollBack } from '../journal/roll-back.ts';
import { fingerprint } from '../read/fingerprint.ts';
import { writeFailed, writing } from '../read/reason.ts';
import { makeDirectories, missingDirectories } from '../state/directories.ts';
import { findTarget, type FoundFile } from './find-target.ts';
import { newFileModes } from './new-file-mode.ts';
import { putInPlace, stage, stagedPath, deleteFile } from './put-file.ts';

export interface ByteChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** For a deleted file that is restored: its previous mode and owner. */
  readonly as?: { readonly mode: number; readonly owner: FileOwner } | undefined;
  /** The bytes are the target of a symbolic link at the path itself. */
  readonly link?: true | undefined;
}

export interface Changes {
  readonly title: string;
  readonly servers: readonly string[];
  readonly undoes?: string;
  readonly original?: JournalEntry['original'];
  readonly action?: string;
  readonly sealed?: true;
  readonly files: readonly ByteChange[];
}

interface Step extends JournalFile {
  readonly change: ByteChange;
  readonly staged: string;
  readonly found: FoundFile | undefined;
}

/** Makes all changes or none. Requires the lock. Undefined if there is nothing to change. */
export async function writeChanges(host: Host, changes: Changes): Promise<JournalEntry | undefined> {
  const id = await nextId(host);
  const steps = await prepare(host, id, changes.files);
  if (steps.length === 0) return undefined;
  const { title, servers, undoes, original, action, sealed } = changes;
  const files = steps.map(({ path, target, before, after, directories, link }): JournalFile => ({
    path,
    target,
    ...(before && { before }),
    ...(after !== undefined && { after }),
    directories,
    ...(link && { link }),
  }));
  const time = host.now().toISOString();
  const entry: JournalEntry = {
    version: 1,
    id,
    time,
    title,
    servers,
    ...(undoes !== undefined && { undoes }),
    ...(original && { original }),
    ...(action !== undefined && { action }),
    ...(sealed && { sealed }),
    files,
  };
  try {
    await begin(
      host,
      entry,
      steps.map(({ found }) => found?.bytes),
    );
    for (const step of steps) await writing(step.path, () => stageStep(host, step));
    for (const step of steps) await writing(step.path, () => putStep(host, step));
    for (const { change } of steps) await expectBytes(host, change, change.after);
    await finish(host, id);
  } catch (error) {
    await rollBackEntry(host, entry);
    throw error;
  }
  return entry;
}

/** Checks every file before any is changed. */
async function prepare(host: Host, id: string, changes: readonly ByteChange[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const change of changes) {
    const { path, link } = change;
    const { path: target, found } = await expectBytes(host, change, change.before);
    if (sameBytes(change.before, change.after)) continue;
    if (steps.some((step) => step.target === target)) throw writeFailed(path, 'the plan changes this file twice');
    if (found && !link && !(await host.fs.mayWrite(target))) throw writeFailed(path, 'it is read-only');
    steps.push({
      path,
      target,
      ...(found && { before: { hash: fingerprint(found.bytes), mode: found.mode, owner: found.owner } }),
      ...(change.after && { after: fingerprint(change.after) }),
      directories: await writing(path, () => missingDirectories(host, dirname(target))),
      ...(link && { link }),
      change,
      staged: stagedPath(target, id, steps.length),
      found,
    });
  }
  return steps;
}

async function stageStep(host: Host, { change, directories, found, path, staged }: Step): Promise<void> {
  if (!change.after) return;
  const modes = await newFileModes(host, path, change.after);
  await makeDirectories(host, directories, modes.directory);
  const { mode, owner } = found ?? change.as ?? { mode: modes.file, owner: undefined };
  await stage(host, staged, { bytes: change.after, mode, owner, link: change.link });
}

async function putStep(host: Host, { change, staged, target }: Step): Promise<void> {
  // Staging took a while. This is the last chance to detect an edit by another program.
  await expectBytes(host, change, change.before);
  if (change.after) await putInPlace(host, staged, target);
  else await deleteFile(host, target);
}

async function expectBytes(
  host: Host,
  { path, link }: ByteChange,
  bytes: Uint8Array | undefined,
): Promise<Awaited<ReturnType<typeof findTarget>>> {
  const target = await findTarget(host, path, link);
  if (!sameBytes(target.found?.bytes, bytes)) throw new PlugboardError('conflict', { path });
  return target;
}

function sameBytes(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return left && right ? Buffer.compare(left, right) === 0 : left === right;
}

async function rollBackEntry(host: Host, entry: JournalEntry): Promise<void> {
  const left = await rollBack(host, entry);
  if (left.length > 0) return finishWith(host, { ...entry, left });
  // Leftovers are removed by the next change, which finds nothing to roll back.
  await discard(host, entry.id, entry.files.length).catch(() => undefined);
}
