import { createHash } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import { withLock } from '../lock/lock.ts';
import { stateFile } from '../state/places.ts';

/**
 * Runs `work` while no other process does the same with this name. A lock of its own: renewing a sign-in waits for
 * somebody else's machine, and nobody who writes files should have to wait for that.
 */
export async function withOwnLock<T>(host: Host, name: string, work: () => Promise<T>): Promise<T> {
  const directory = `${stateFile(host, 'credentials')}/locks/${createHash('sha256').update(name).digest('hex')}`;
  return withLock({ ...host, env: { ...host.env, PLUGBOARD_HOME: directory } }, {}, work);
}
