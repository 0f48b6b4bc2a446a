import type { Host } from '../../model/host.ts';
import { readOwnFile } from '../read/read-own-file.ts';
import { isNotFound, reasonOf } from '../read/reason.ts';
import { writeOwnFile } from '../state/state-file.ts';

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

/**
 * Undefined if the file does not exist. Our files are always private; any other was created by someone else or exposed.
 */
export async function readPrivate(host: Host, path: string): Promise<string | undefined> {
  try {
    const status = await host.fs.status(path);
    if (!status) return undefined;
    if (status.kind !== 'file') throw new CredentialUnreadable(path, 'it is not a regular file');
    const isPrivate = host.platform === 'win32' || (status.mode & 0o077) === 0;
    if (!isPrivate) throw new CredentialUnreadable(path, 'others may read or write it (chmod 600 makes it private)');
    return Buffer.from(await readOwnFile(host, path)).toString();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error instanceof CredentialUnreadable ? error : new CredentialUnreadable(path, reasonOf(error), error);
  }
}

export async function writePrivate(host: Host, directory: string, name: string, text: string): Promise<void> {
  await writeOwnFile(host, `${directory}/${name}`, `${text}\n`);
}
