import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { writeNew } from '../write/write-new.ts';
import { isGone, isUnfinishedLock, parseOwner, type LockOwner } from './lock-owner.ts';
import { lockText } from './lock-text.ts';
import type { UnfinishedFiles } from './lock-unfinished.ts';

export interface Taker {
  readonly owner: LockOwner;
  readonly unfinished: UnfinishedFiles;
}

/**
 * Removes a lock whose owner has exited. Reading and removing it are two steps, between which another process may have
 * removed it and acquired the lock itself, so only one process at a time may try: the one whose claim is alone. Two
 * claims that see each other both back off; at least one sees the other, since each is written before it looks. Claims
 * of exited processes can be removed by anyone, because claim names are unique.
 */
export async function removeAbandoned(host: Host, lock: string, text: string, taker: Taker): Promise<void> {
  const { owner, unfinished } = taker;
  if (!(await isAlone(host, lock, undefined, unfinished))) return;
  const claim = `${lock}.claim-${owner.pid}-${owner.nonce}`;
  await writeNew(host, claim, Buffer.from(JSON.stringify(owner)), 0o600);
  try {
    if (!(await isAlone(host, lock, claim, unfinished))) return;
    if ((await lockText(host, lock)) === text) await host.fs.unlink(lock);
  } finally {
    await host.fs.unlink(claim).catch(() => undefined);
  }
}

async function isAlone(
  host: Host,
  lock: string,
  own: string | undefined,
  unfinished: UnfinishedFiles,
): Promise<boolean> {
  const directory = dirname(lock);
  const names = await host.fs.readDirectory(directory);
  let alone = true;
  for (const path of names.map((name) => `${directory}/${name}`)) {
    // Leftovers of killed processes: claims, and prepared lock files.
    if (!path.startsWith(`${lock}.`) || path === own) continue;
    const abandoned = await isAbandoned(host, path, unfinished);
    if (abandoned) await host.fs.unlink(path).catch(() => undefined);
    else if (path.startsWith(`${lock}.claim-`)) alone = false;
  }
  return alone;
}

async function isAbandoned(host: Host, path: string, unfinished: UnfinishedFiles): Promise<boolean> {
  return hasNoOwner(host, path, (await lockText(host, path)) ?? '', unfinished);
}

/** Whether no process holds the lock with this text, or is writing it. */
export async function hasNoOwner(
  host: Host,
  path: string,
  text: string,
  unfinished: UnfinishedFiles,
): Promise<boolean> {
  const owner = parseOwner(text);
  if (owner) return isGone(host, owner);
  return !isUnfinishedLock(text) || unfinished.isAbandoned(host, path);
}
