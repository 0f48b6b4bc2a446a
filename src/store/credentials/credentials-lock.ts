import { createHash } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import { type LockOptions, withLock } from '../lock/lock.ts';
import { stateFile } from '../state/places.ts';

/**
 * Runs `work` while no other process holds this name. Separate from the main lock: refreshing a sign-in waits for a
 * remote server, and writers of files must not wait for that.
 */
export async function withNamedLock<T>(
  host: Host,
  name: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const directory = `${stateFile(host, 'credentials')}/locks/${createHash('sha256').update(name).digest('hex')}`;
  return withLock({ ...host, env: { ...host.env, PLUGBOARD_HOME: directory } }, options, work);
}
