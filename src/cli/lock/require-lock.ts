import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Lock } from '../../model/packages/lock.ts';
import type { Server } from '../../model/server.ts';
import { visible } from '../../model/visible.ts';
import { lockedServerIn, lockPath, lockProblem, readLock } from '../../store/locked/lock-file.ts';
import type { CommandContext } from '../program/command-context.ts';

export interface LockedFlag {
  readonly locked?: boolean;
}

/** Help of the option. */
export const LOCKED = 'refuse servers and tools that are not as in plugboard.lock';

/** The lock to enforce; undefined without `--locked`. Throws if there is none. */
export async function lockToEnforce(host: Host, { locked }: LockedFlag): Promise<Lock | undefined> {
  if (!locked) return undefined;
  const lock = await readLock(host);
  if (!lock) throw new PlugboardError('lock-missing', { path: lockPath(host) });
  return lock;
}

/** Refuses servers that are not as locked, or without `--locked` warns about locked ones that differ. */
export async function checkLock(
  { host, output }: CommandContext,
  servers: Readonly<Record<string, Server>>,
  flag: LockedFlag,
): Promise<void> {
  const enforced = await lockToEnforce(host, flag);
  const lock = enforced ?? (await readLock(host));
  for (const [name, server] of Object.entries(servers)) {
    const why = lock && (enforced || lockedServerIn(lock, name)) ? lockProblem(lock, name, server) : undefined;
    if (why === undefined) continue;
    const error = new PlugboardError('lock-differs', { name, why });
    if (enforced) throw error;
    output.talk(`${output.mark('warning')} ${visible(error.message)}`);
  }
}

/** Reports servers that are used although they differ from the lock. */
export async function warnAboutLock(
  context: CommandContext,
  servers: readonly { readonly name: string; readonly server: Server }[],
): Promise<void> {
  await checkLock(context, Object.fromEntries(servers.map(({ name, server }) => [name, server])), {});
}
