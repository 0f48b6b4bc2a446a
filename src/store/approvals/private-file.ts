import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { readOwnFile } from '../read/read-own-file.ts';
import { isNotFound, reasonOf, unsafeIn, writing } from '../read/reason.ts';
import { putInPlace, stage } from '../write/put-file.ts';

/**
 * Reads a JSON file that decides what may be started; undefined if it does not exist. Throws `approvals-unusable` if
 * others can write it or it is damaged; it is not overwritten.
 */
export async function readPrivateJson(host: Host, path: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    const status = await host.fs.status(path);
    if (!status) return undefined;
    if (status.kind !== 'file') throw unusable(path, 'it is not a regular file');
    // Our files are private; one from a checkout or an archive hardly ever is.
    const isPrivate = host.platform === 'win32' || (status.mode & 0o077) === 0;
    if (!isPrivate) throw unusable(path, 'others may read or write it (chmod 600 makes it private)');
    bytes = await readOwnFile(host, path);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error instanceof PlugboardError && !unsafeIn(error) ? error : unusable(path, reasonOf(error), error);
  }
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown;
  } catch {
    throw damaged(path);
  }
}

/** Requires the lock. */
export async function writePrivateJson(host: Host, path: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
  await writing(path, async () => {
    await stage(host, `${path}.tmp`, { bytes, mode: 0o600 });
    await putInPlace(host, `${path}.tmp`, path);
  });
}

export function damaged(path: string): PlugboardError<'approvals-unusable'> {
  return unusable(path, 'it is damaged (if you delete it, everything has to be approved again)');
}

export function unusable(path: string, why: string, cause?: unknown): PlugboardError<'approvals-unusable'> {
  return new PlugboardError('approvals-unusable', { path, why }, cause);
}
