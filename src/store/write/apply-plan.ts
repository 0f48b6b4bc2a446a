import type { Host } from '../../model/host.ts';
import { recoverLocked, type Recovery } from '../journal/recover.ts';
import { prune, type Retention } from '../journal/retention.ts';
import { withLock, type LockOptions } from '../lock/lock.ts';
import { removeEmptyDirectories } from '../state/directories.ts';
import { admitCopies, type CopyApproval } from '../approvals/admit-copies.ts';
import type { Plan } from './plan.ts';
import { type Changes, writeChanges } from './write-changes.ts';

export interface Applied {
  /** Of the entry in the history. */
  readonly id: string;
  /** What was repaired first, if an earlier process had been killed at work. */
  readonly recovery?: Recovery;
}

export interface ApplyOptions extends LockOptions, CopyApproval {
  readonly retention?: Retention;
}

/**
 * Makes all the changes of a plan or none of them. Undefined when there was nothing to change.
 * Throws `conflict` when a file is no longer what the plan was made from.
 */
export async function applyPlan(host: Host, plan: Plan, options: ApplyOptions = {}): Promise<Applied | undefined> {
  if (changesNothing(plan)) return undefined;
  return (await commit(host, async () => plan, options)).applied;
}

/**
 * Calls `build` to make a plan, and writes it, both under the lock, so that no change is lost when many processes do this
 * at once. `build` must read the files itself, must not wait for a person, and must not call `commit` or `applyPlan`.
 */
export async function commit(
  host: Host,
  build: () => Promise<Plan>,
  options: ApplyOptions = {},
): Promise<{ plan: Plan; applied?: Applied }> {
  return withLock(host, options, async () => {
    const recovery = await recoverLocked(host);
    const plan = await build();
    if (changesNothing(plan)) return { plan };
    await admitCopies(host, plan.copies ?? [], options);
    const { title, servers, changes } = plan;
    const applied = await writeLocked(host, { title, servers, files: changes.map(inBytes) }, options, recovery);
    if (!applied) return { plan };
    await removeEmptyDirectories(host, plan.directories ?? []);
    return { plan, applied };
  });
}

export async function writeLocked(
  host: Host,
  changes: Changes,
  options: ApplyOptions,
  recovery: Recovery | undefined,
): Promise<Applied | undefined> {
  const entry = await writeChanges(host, changes);
  if (!entry) return undefined;
  // The change has happened; old entries that cannot be removed are no reason to say otherwise.
  await prune(host, options.retention ?? {}).catch(() => undefined);
  return { id: entry.id, ...(recovery && { recovery }) };
}

function changesNothing(plan: Plan): boolean {
  return plan.changes.every(({ before, after }) => before === after);
}

function inBytes({ path, before, after, link }: Plan['changes'][number]): Changes['files'][number] {
  const encode = (text: string | undefined): Uint8Array | undefined =>
    text === undefined ? undefined : Buffer.from(text);
  return { path, before: encode(before), after: encode(after), link };
}
