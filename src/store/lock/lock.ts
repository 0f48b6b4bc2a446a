import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { codeOf, writeFailed, writing } from '../read/reason.ts';
import { makeOwnDirectory } from '../state/directories.ts';
import { places, stateFile } from '../state/places.ts';
import { delay } from '../write/delay.ts';
import { unlinkOnceReleased } from '../write/once-released.ts';
import { writeNew } from '../write/write-new.ts';
import { ownerHere, parseOwner, type LockOwner } from './lock-owner.ts';
import { hasNoOwner, removeAbandoned } from './lock-takeover.ts';
import { lockText } from './lock-text.ts';
import { UnfinishedFiles } from './lock-unfinished.ts';

/** Far longer than writing a lock takes. A writer that takes longer notices that its lock was taken over. */
const LONGEST_WRITE_MS = 2000;

export interface LockOptions {
  /** Milliseconds to wait for other processes. */
  readonly patience?: number;
}

/** Runs `work` while holding the lock of this home. */
export async function withLock<T>(host: Host, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const release = await acquire(host, options.patience ?? 30_000);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function acquire(host: Host, patience: number): Promise<() => Promise<void>> {
  const path = stateFile(host, 'lock');
  const started = process.uptime();
  const me = ownerHere(host);
  const text = JSON.stringify(me);
  const unfinished = new UnfinishedFiles(LONGEST_WRITE_MS);
  await makeOwnDirectory(host, places(host).state);
  for (let attempt = 0; ; attempt += 1) {
    if (await writing(path, () => take(host, path, me, text))) return releaser(host, path, text);
    const holder = await readHolder(host, path, unfinished);
    if (holder?.gone) await writing(path, () => removeAbandoned(host, path, holder.text, { owner: me, unfinished }));
    if ((process.uptime() - started) * 1000 >= patience) {
      throw new PlugboardError('locked', { path, pid: holder?.owner?.pid, seconds: Math.round(patience / 1000) });
    }
    // Random delay, so that many processes do not retry or claim in lockstep.
    await delay(Math.random() * Math.min(2 + attempt * 2, 50));
    // On a slow disk the timers of many waiters are always due, and would keep an owner in this process from going on.
    await new Promise((resume) => void setImmediate(resume));
  }
}

/** The lock is created as a hard link to a complete file, so that no process reads a partial one. */
async function take(host: Host, path: string, me: LockOwner, text: string): Promise<boolean> {
  const there = await host.fs.status(path);
  if (there && there.kind !== 'file') throw writeFailed(path, 'it is not a lock file (delete it)');
  if (there) return false;
  const prepared = `${path}.new-${me.pid}-${me.nonce}`;
  await writeNew(host, prepared, Buffer.from(text), 0o600);
  try {
    await host.fs.link(prepared, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return await takeWithoutLinks(host, path, text);
  } finally {
    await host.fs.unlink(prepared).catch(() => undefined);
  }
}

async function takeWithoutLinks(host: Host, path: string, text: string): Promise<boolean> {
  try {
    await writeNew(host, path, Buffer.from(text), 0o600);
    // While the file was empty, another process may have considered its writer dead.
    return (await lockText(host, path)) === text;
  } catch (error) {
    // Windows reports EPERM for a file that is being deleted.
    const busy = codeOf(error) === 'EEXIST' || (host.platform === 'win32' && codeOf(error) === 'EPERM');
    if (busy) return false;
    throw error;
  }
}

interface Holder {
  readonly text: string;
  readonly owner: LockOwner | undefined;
  readonly gone: boolean;
}

async function readHolder(host: Host, path: string, unfinished: UnfinishedFiles): Promise<Holder | undefined> {
  const text = await lockText(host, path);
  if (text === undefined) return undefined;
  return { text, owner: parseOwner(text), gone: await hasNoOwner(host, path, text, unfinished) };
}

function releaser(host: Host, path: string, text: string): () => Promise<void> {
  const forget = host.processes.removeAtExit(path, text);
  return async () => {
    forget();
    // A process that considered this one dead may hold the lock now.
    if ((await lockText(host, path)) === text) await unlinkOnceReleased(host, path).catch(() => undefined);
  };
}
