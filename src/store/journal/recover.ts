import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { withLock, type LockOptions } from '../lock/lock.ts';
import { reasonOf } from '../read/reason.ts';
import type { JournalEntry } from './journal-entry.ts';
import { discard, finish, finishWith, journalDirectory, journalNames, readPending, setAside } from './journal.ts';
import { progressOf, removeStaged, rollBack } from './roll-back.ts';

/** Result of repairing changes of killed processes. */
export interface Recovery {
  /** Ids of changes that were complete and are now in the history. */
  readonly finished: readonly string[];
  /** Ids of changes that were rolled back. */
  readonly rolledBack: readonly string[];
  /** Files that another program wrote meanwhile; they are left as they are. */
  readonly left: readonly string[];
  /** Changes that could not be repaired yet, and why. The next call tries again. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
  /** Ids of unreadable entries, which are set aside. */
  readonly damaged: readonly string[];
}

type Issues = { -readonly [K in keyof Recovery]: Recovery[K][number][] };

/** Repairs interrupted changes; undefined if there were none. */
export async function recover(host: Host, options: LockOptions = {}): Promise<Recovery | undefined> {
  // A pending entry may belong to a running process; holding the lock rules that out.
  const { pending } = await journalNames(host);
  return pending.length === 0 ? undefined : withLock(host, options, () => recoverLocked(host));
}

export async function recoverLocked(host: Host): Promise<Recovery | undefined> {
  const { pending, others } = await journalNames(host);
  for (const { name } of others) {
    if (name.endsWith('.tmp')) await host.fs.unlink(`${journalDirectory(host)}/${name}`).catch(() => undefined);
  }
  if (pending.length === 0) return undefined;
  const issues: Issues = { finished: [], rolledBack: [], left: [], failed: [], damaged: [] };
  // Newest first: if two changes affected the same file, both are rolled back in order.
  for (const id of pending.toReversed()) {
    try {
      await repair(host, id, issues);
    } catch (error) {
      issues.failed.push({ id, reason: error instanceof PlugboardError ? error.message : reasonOf(error) });
    }
  }
  return issues;
}

async function repair(host: Host, id: string, issues: Issues): Promise<void> {
  const entry = await readPending(host, id);
  if (!entry) {
    await setAside(host, id);
    issues.damaged.push(id);
    return;
  }
  if (await isComplete(host, entry)) {
    for (const index of entry.files.keys()) await removeStaged(host, entry, index);
    await finish(host, id);
    issues.finished.push(id);
    return;
  }
  const left = await rollBack(host, entry);
  if (left.length === 0) await discard(host, id, entry.files.length);
  else await finishWith(host, { ...entry, left });
  issues.left.push(...left);
  issues.rolledBack.push(id);
}

async function isComplete(host: Host, entry: JournalEntry): Promise<boolean> {
  for (const file of entry.files) if ((await progressOf(host, file)) !== 'after') return false;
  return true;
}
