import { dirname } from 'node:path';
import type { Host } from '../model/host.ts';
import { isGone, parseOwner, type LockOwner } from './lock-owner.ts';
import { writeNew } from './write-new.ts';

/**
 * Removes a lock whose owner is gone. Reading it and removing it are two steps, and between them another process may
 * have removed it and taken the lock itself, so only one process at a time may try: the one whose claim stands alone.
 * Two claims that see each other both give up; of two claims at least one sees the other, since each is written
 * before it looks. Claims of processes that are gone can be removed by anybody, because no two have the same name.
 */
export async function removeAbandoned(host: Host, lock: string, text: string, me: LockOwner): Promise<void> {
  if (!(await isAlone(host, lock, undefined))) return;
  const claim = `${lock}.claim-${me.pid}-${me.nonce}`;
  await writeNew(host, claim, Buffer.from(JSON.stringify(me)), 0o600);
  try {
    if (!(await isAlone(host, lock, claim))) return;
    const now = await host.fs.readFile(lock).catch(() => undefined);
    if (now && Buffer.from(now).toString() === text) await host.fs.unlink(lock);
  } finally {
    await host.fs.unlink(claim).catch(() => undefined);
  }
}

async function isAlone(host: Host, lock: string, own: string | undefined): Promise<boolean> {
  const directory = dirname(lock);
  const names = await host.fs.readDirectory(directory);
  let alone = true;
  for (const path of names.map((name) => `${directory}/${name}`)) {
    // Left behind by processes that were killed: claims, and names that were to become the lock.
    if (!path.startsWith(`${lock}.`) || path === own) continue;
    const abandoned = await isAbandoned(host, path);
    if (abandoned) await host.fs.unlink(path).catch(() => undefined);
    else if (path.startsWith(`${lock}.claim-`)) alone = false;
  }
  return alone;
}

async function isAbandoned(host: Host, path: string): Promise<boolean> {
  const bytes = await host.fs.readFile(path).catch(() => undefined);
  const owner = bytes && parseOwner(Buffer.from(bytes).toString());
  return owner ? isGone(host, owner) : isOldAndUnfinished(host, path);
}

/** A file without a whole text is being written, or its writer was killed while it did. */
export async function isOldAndUnfinished(host: Host, path: string): Promise<boolean> {
  const status = await host.fs.status(path).catch(() => undefined);
  return status !== undefined && host.now().getTime() - status.modified.getTime() > 10_000;
}
