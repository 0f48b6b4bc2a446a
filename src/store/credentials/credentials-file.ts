import type { Host } from '../../model/host.ts';
import { readOwnFile } from '../read/read-own-file.ts';
import { isNotFound, reasonOf } from '../read/reason.ts';
import { makeOwnDirectory } from '../state/directories.ts';
import { writeOwnFile } from '../state/state-file.ts';
import { requirePrivateOnWindows, windowsExposure } from '../state/windows-access.ts';

export class CredentialUnreadable extends Error {
  readonly path: string;
  readonly why: string;

  constructor(path: string, why: string, cause?: unknown) {
    super(`${path} cannot be read: ${why}.`, cause === undefined ? undefined : { cause });
    this.name = 'CredentialUnreadable';
    this.path = path;
    this.why = why;
  }
}

/** The file may be intact, but its key is not available now. */
export class KeyUnavailable extends CredentialUnreadable {}

/**
 * Undefined if the file does not exist. Our files are always private; any other was created by someone else or exposed.
 */
export async function readPrivate(host: Host, path: string): Promise<string | undefined> {
  try {
    const status = await host.fs.status(path);
    if (!status) return undefined;
    if (status.kind !== 'file') throw new CredentialUnreadable(path, 'it is not a regular file');
    const why = exposureOf(host, path, status.mode);
    if (why !== undefined) throw new CredentialUnreadable(path, why);
    return Buffer.from(await readOwnFile(host, path)).toString();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error instanceof CredentialUnreadable ? error : new CredentialUnreadable(path, reasonOf(error), error);
  }
}

/** Why others may read or write a file; undefined if it is private. */
function exposureOf(host: Host, path: string, mode: number): string | undefined {
  if (host.platform !== 'win32')
    return (mode & 0o077) === 0 ? undefined : 'others may read or write it (chmod 600 makes it private)';
  // A test may claim another system, whose programs are not here.
  const why = process.platform === 'win32' ? windowsExposure(host, path) : undefined;
  return why && `${why}; allow yourself alone in its security settings, or move it to your user profile`;
}

/** Rejects with `place-unsafe` on Windows if the directory is not private: its files have the same access list. */
export async function writePrivate(host: Host, directory: string, name: string, text: string): Promise<void> {
  await makeOwnDirectory(host, directory);
  if (host.platform === 'win32' && process.platform === 'win32') requirePrivateOnWindows(host, directory);
  await writeOwnFile(host, `${directory}/${name}`, `${text}\n`);
}
