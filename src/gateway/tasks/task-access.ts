import { LOCAL } from '../auth/principal.ts';
import type { KnownTask } from './task-table.ts';

/** Whose session it is; the principal is undefined for the user of this machine. */
interface TaskUser {
  readonly principal?: string | undefined;
}

/** The id of the principal that owns what this session creates. */
export function ownerOf({ principal }: TaskUser): string {
  return principal ?? LOCAL.id;
}

/**
 * Whether the task belongs to the principal of this session. Servers cannot tell principals apart on a shared
 * connection, and their task ids may be guessable. A task without a known owner is left to the user of this machine.
 */
export function mayUse(user: TaskUser, { owner }: Pick<KnownTask, 'owner'>): boolean {
  return owner === undefined ? mayUseUnknown(user) : owner === ownerOf(user);
}

/** Whether the session may ask servers for a task that the gateway does not know. */
export function mayUseUnknown({ principal }: TaskUser): boolean {
  return principal === undefined;
}
