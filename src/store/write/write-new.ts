import type { Host } from '../../model/host.ts';
import { unlinkOnceReleased } from './once-released.ts';

/** Creates a file. On failure nothing is left of it. */
export async function writeNew(host: Host, path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await fill(host, path, bytes, mode, false);
}

/** Like `writeNew`, and syncs the content to disk. */
export async function writeNewDurably(host: Host, path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await fill(host, path, bytes, mode, true);
}

async function fill(host: Host, path: string, bytes: Uint8Array, mode: number, durably: boolean): Promise<void> {
  const file = await host.fs.create(path, mode);
  try {
    try {
      await file.write(bytes);
      if (durably) await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await host.fs.unlink(path).catch(() => undefined);
    throw error;
  }
}

export async function removeIfThere(host: Host, path: string): Promise<void> {
  if (await host.fs.status(path)) await unlinkOnceReleased(host, path);
}
