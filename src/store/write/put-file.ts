import { dirname, join } from 'node:path';
import type { FileOwner, Host } from '../../model/host.ts';
import { codeOf } from '../read/reason.ts';
import { delay } from './delay.ts';
import { removeIfThere, writeNewDurably } from './write-new.ts';

/** The name stands for the change alone, so that whoever repairs an interrupted one knows what to look for. */
export function stagedPath(target: string, id: string, index: number): string {
  return join(dirname(target), `.plugboard-${id}-${index}.tmp`);
}

export interface Staged {
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** Given for a file that is replaced: the new one gets exactly its mode, and its owner where that is allowed. */
  readonly owner?: FileOwner | undefined;
  /** A symbolic link that leads where the bytes say, instead of a file. */
  readonly link?: boolean | undefined;
}

/** Writes the new content beside the file, on the same disk, where nobody reads it yet. */
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

/** Puts the new content in place of the old in one step. */
export async function putInPlace(host: Host, staged: string, target: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await host.fs.rename(staged, target);
      break;
    } catch (error) {
      // On Windows a file cannot be replaced while somebody, often a virus scanner, has it open for a moment.
      const passes = host.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
      if (!passes || attempt === 20) throw error;
      await delay(attempt * 10);
    }
  }
  await host.fs.syncDirectory(dirname(target));
}

export async function takeAway(host: Host, target: string): Promise<void> {
  await host.fs.unlink(target);
  await host.fs.syncDirectory(dirname(target));
}
