import { compareTools, type LockedServer, type ToolChanges } from '../../../model/packages/lock.ts';
import { hashOf } from '../canonical.ts';
import type { Pins } from './pins.ts';

/** How the tools of a server differ from the locked ones. Without locked tools, nothing is known to differ. */
export function changesSinceLock(locked: LockedServer | undefined, now: Pins): ToolChanges {
  const hashes = Object.fromEntries(now.tools.map(({ name, hash }) => [name, hash]));
  return locked?.tools ? compareTools(locked.tools, hashes) : { added: [], changed: [], removed: [] };
}

/** Names of tools that must not be used: new ones, and those that are not as locked. */
export function unlockedTools(locked: LockedServer | undefined, now: Pins): string[] {
  const { added, changed } = changesSinceLock(locked, now);
  return [...added, ...changed];
}

/** Whether the instructions are as locked. */
export function hasLockedInstructions(locked: LockedServer | undefined, { instructions }: Pins): boolean {
  if (!locked?.tools) return true;
  return locked.instructions === (instructions === undefined ? undefined : hashOf(instructions));
}
