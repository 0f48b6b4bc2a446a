import type { Host } from '../../model/host.ts';
import { withLock } from '../../store/lock/lock.ts';

/** Runs `work` while holding the lock of a folder across processes. */
export function withFolderLock<T>(host: Host, folder: string, patience: number, work: () => Promise<T>): Promise<T> {
  return withLock({ ...host, env: { ...host.env, PLUGBOARD_HOME: folder } }, { patience }, work);
}
