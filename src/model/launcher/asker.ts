import type { Environment } from '../reference.ts';

/**
 * Set by us for an entry of a project that we start. The launcher below it gives only what that entry was given too, however
 * the entry leads to it. It never gives more because of this variable: anyone can set it, or take it away.
 */
export const ASKER = 'PLUGBOARD_STARTED_FOR';

/** The entry that a launcher was started for: the key of its grants, and its name. */
export interface Asker {
  readonly key: string;
  readonly name: string;
}

export function askerText({ key, name }: Asker): string {
  return `${key} ${name}`;
}

/** The entry that this process was started for; undefined if it is not known. */
export function askerIn(env: Environment): Asker | undefined {
  const [, key = '', name = ''] = /^(\S*) ?(.*)$/s.exec(env[ASKER] ?? '') ?? [];
  return env[ASKER] ? { key, name } : undefined;
}
