import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { FileStatus, Host } from '../../model/host.ts';
import { reasonOf } from '../read/reason.ts';
import { isBelow } from './enclosing-directory.ts';
import { homeOfOwn, places } from './places.ts';
import { secureWindowsDirectory } from './windows-access.ts';

const OTHERS = 0o077;
export const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * Makes one of our directories, and our directories above it, private. Their content decides what is trusted, so a
 * directory that others can write to is refused if it cannot be made private.
 */
export async function secureDirectory(host: Host, directory: string): Promise<void> {
  if (host.platform === 'win32') return secureOnWindows(host, directory);
  for (const path of ownDirectories(host, directory)) await secure(host, path);
}

/** Synchronous version that also creates the directory, even outside our own directories. */
export function makeOwnDirectoryAtOnce(host: Host, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (host.platform === 'win32') return secureOnWindows(host, directory);
  for (const path of ownDirectories(host, directory)) {
    const { uid, mode } = statSync(path);
    const isHome = (): boolean => statSync(host.home, { throwIfNoEntry: false })?.uid === uid;
    if (!isOwner(host, uid) && !(host.processes.user === 0 && isHome())) throw foreignOwner(path, { uid });
    if (isPrivateEnough(host, path, mode)) continue;
    try {
      chmodSync(path, mode & 0o777 & ~OTHERS);
    } catch (error) {
      requireNotWritable(path, mode, error);
    }
  }
}

/**
 * What is in the outermost of our directories inherits its access list. PLUGBOARD_HOME itself is left alone: others may
 * use it too.
 */
function secureOnWindows(host: Host, directory: string): void {
  const [outermost] = innerDirectories(host, directory);
  // A test may claim another system, whose programs are not here.
  if (outermost === undefined || process.platform !== 'win32' || !existsSync(outermost)) return;
  secureWindowsDirectory(host, outermost);
}

/** PLUGBOARD_HOME may be a shared directory such as /tmp: its sticky bit keeps users from replacing each other's entries. */
function isPrivateEnough(host: Host, path: string, mode: number): boolean {
  return (mode & OTHERS) === 0 || (path === homeOfOwn(host) && (mode & STICKY) !== 0);
}

/** From the outermost of our own directories to this one. A home directory is the user's, even if ours are in it. */
function ownDirectories(host: Host, directory: string): string[] {
  const moved = homeOfOwn(host);
  const inner = innerDirectories(host, directory);
  return moved === undefined || inner.length === 0 || isBelow(host.home, moved) ? inner : [moved, ...inner];
}

function innerDirectories(host: Host, directory: string): string[] {
  const root = Object.values(places(host)).find((place) => `${directory}/`.startsWith(`${place}/`));
  if (root === undefined) return [];
  const names = directory.slice(root.length).split('/').filter(Boolean);
  return [root, ...names.map((_, index) => [root, ...names.slice(0, index + 1)].join('/'))];
}

async function secure(host: Host, path: string): Promise<void> {
  const found = await statusBehindLinks(host, path);
  if (found?.status.kind !== 'directory') return;
  const { status, target } = found;
  if (!(await isOurs(host, status))) throw foreignOwner(path, status);
  if (isPrivateEnough(host, path, status.mode)) return;
  try {
    await host.fs.chmod(target, status.mode & ~OTHERS);
  } catch (error) {
    requireNotWritable(path, status.mode, error);
  }
}

/** Read access is harmless; the files in it are private themselves. */
function requireNotWritable(path: string, mode: number, error: unknown): void {
  if ((mode & OTHERS_WRITE) === 0) return;
  const why = `other users may write to it, and that cannot be changed (${reasonOf(error)})`;
  throw new PlugboardError('place-unsafe', { path, why, remedy: `chmod 700 ${path}` }, error);
}

async function statusBehindLinks(
  host: Host,
  path: string,
): Promise<{ readonly status: FileStatus; readonly target: string } | undefined> {
  const status = await host.fs.status(path);
  if (status?.kind !== 'link') return status && { status, target: path };
  const target = await host.fs.realPath(path).catch(() => undefined);
  const behind = target === undefined ? undefined : await host.fs.status(target);
  return behind && target !== undefined ? { status: behind, target } : undefined;
}

/** Root can do anything anyway; for root, so can the user whose home is in use. */
export async function isOurs(host: Host, { uid }: Pick<FileStatus, 'uid'>): Promise<boolean> {
  if (isOwner(host, uid)) return true;
  return host.processes.user === 0 && (await host.fs.status(host.home).catch(() => undefined))?.uid === uid;
}

function isOwner({ processes: { user } }: Host, uid: number): boolean {
  return user === undefined || uid === user || uid === 0;
}

export function foreignOwner(path: string, { uid }: Pick<FileStatus, 'uid'>): PlugboardError<'place-unsafe'> {
  const remedy = 'move it away, or set PLUGBOARD_HOME to a directory of your own';
  return new PlugboardError('place-unsafe', { path, why: `it belongs to another user (id ${uid})`, remedy });
}
