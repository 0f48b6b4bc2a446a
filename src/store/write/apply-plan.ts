import type { Host } from '../../model/host.ts';
import { admitCopies, type CopyApproval } from '../approvals/admit-copies.ts';
import { admitRestored } from '../approvals/admit-restored.ts';
import { recoverLocked, type Recovery } from '../journal/recover.ts';
import { prune, type Retention } from '../journal/retention.ts';
import { withLock, type LockOptions } from '../lock/lock.ts';
import { admitServers, type ChangedFile } from '../policy/admit-servers.ts';
import { removeEmptyDirectories } from '../state/directories.ts';
import type { Plan } from './plan.ts';
import { type Changes, writeChanges } from './write-changes.ts';

export interface Applied {
  /** Id of the entry in the history. */
  readonly id: string;
  /** Repairs made first, if an earlier process had been killed. */
  readonly recovery?: Recovery;
}

export interface ApplyOptions extends LockOptions, CopyApproval {
  readonly retention?: Retention;
}

/**
 * Applies a plan, all or nothing. Undefined if there is nothing to change. Throws `conflict` if a file differs from the
 * text the plan is based on.
 */
export async function applyPlan(host: Host, plan: Plan, options: ApplyOptions = {}): Promise<Applied | undefined> {
  if (changesNothing(plan)) return undefined;
  return (await commit(host, async () => plan, options)).applied;
}

/**
 * Builds and writes a plan under the lock, so that concurrent processes lose no changes. `build` must read the files
 * itself, must not wait for a person, and must not call `commit` or `applyPlan`.
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
    await admitCopies(host, plan, options);
    if (plan.restored) await admitRestored(host, plan.changes, plan.restored, options);
    await plan.prepare?.();
    if (plan.grants) await (await import('../vault/grants.ts')).giveSecrets(host, plan.grants);
    const { title, action, servers, changes, sealed } = plan;
    const more = { ...(action !== undefined && { action }), ...(sealed && { sealed }) };
    const all = { title, servers, ...more, files: changes.map(inBytes) };
    const applied = await writeLocked(host, all, options, recovery);
    if (!applied) return { plan };
    await removeEmptyDirectories(host, plan.directories ?? []);
    return { plan, applied };
  });
}

/** The only way to the files, for changes and for undoing them: what a policy refuses is not written. */
export async function writeLocked(
  host: Host,
  changes: Changes,
  options: ApplyOptions,
  recovery: Recovery | undefined,
): Promise<Applied | undefined> {
  await admitServers(host, changes.files.map(inText));
  const entry = await writeChanges(host, changes);
  if (!entry) return undefined;
  // The change is done; a failure to prune old entries does not affect it.
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

/** A change as text. */
export function inText({ path, before, after, link }: Changes['files'][number]): ChangedFile {
  const decode = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();
  return { path, before: decode(before), after: decode(after), link };
}
