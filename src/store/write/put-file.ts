import { dirname } from 'node:path';
import type { FileOwner, Host } from '../../model/host.ts';
import { renameOnceReleased, unlinkOnceReleased } from './once-released.ts';
import { removeIfThere, writeNewDurably } from './write-new.ts';

/** Derived from the change, so that recovery can find it. */
export function stagedPath(target: string, id: string, index: number): string {
  return `${dirname(target)}/.plugboard-${id}-${index}.tmp`;
}

export interface Staged {
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** For a replaced file: its mode is kept exactly, its owner where permitted. */
  readonly owner?: FileOwner | undefined;
  /** Creates a symbolic link whose target is in `bytes`. */
  readonly link?: boolean | undefined;
}

/** Writes the new content next to the file, on the same file system. */
export async function stage(host: Host, path: string, { bytes, mode, owner, link }: Staged): Promise<void> {
  await removeIfThere(host, path);
  if (link) return host.fs.symlink(Buffer.from(bytes).toString(), path);
  await writeNewDurably(host, path, bytes, owner ? 0o600 : mode);
  if (!owner) return;
  const status = await host.fs.status(path);
  if (status && (status.uid !== owner.uid || status.gid !== owner.gid)) {
    await host.fs.chown(path, owner).catch(() => undefined);
  }
  if (host.platform !== 'win32') await host.fs.chmod(path, mode);
}

/** Replaces the old content atomically. */
export async function putInPlace(host: Host, staged: string, target: string): Promise<void> {
  await renameOnceReleased(host, staged, target);
  await host.fs.syncDirectory(dirname(target));
}

export async function deleteFile(host: Host, target: string): Promise<void> {
  await unlinkOnceReleased(host, target);
  await host.fs.syncDirectory(dirname(target));
}
