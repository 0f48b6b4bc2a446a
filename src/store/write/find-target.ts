import { dirname, resolve } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { FileOwner, Host } from '../../model/host.ts';
import { writeFailed, writing } from '../read/reason.ts';

/** The file behind a path, and its current content. */
export interface WriteTarget {
  /** The end of the link chain: this file is replaced, so that links stay. */
  readonly path: string;
  readonly found: FoundFile | undefined;
}

export interface FoundFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly owner: FileOwner;
}

const MOST_LINKS = 40;

/** What a change to `path` replaces: the file behind its links, or with `link` the symbolic link itself. */
export async function findTarget(host: Host, path: string, link = false): Promise<WriteTarget> {
  return writing(path, () => (link ? findLink(host, path) : findFile(host, path)));
}

/** Throws `conflict` if there is something other than a symbolic link. */
async function findLink(host: Host, path: string): Promise<WriteTarget> {
  const status = await host.fs.status(path);
  if (!status) return { path, found: undefined };
  if (status.kind !== 'link') throw new PlugboardError('conflict', { path });
  const { mode, uid, gid } = status;
  return { path, found: { bytes: Buffer.from(await host.fs.readLink(path)), mode, owner: { uid, gid } } };
}

/** Throws if it is not a file or cannot be read. */
async function findFile(host: Host, path: string): Promise<WriteTarget> {
  let target = path;
  for (let links = 0; ; links += 1) {
    const status = await host.fs.status(target);
    if (!status) return { path: target, found: undefined };
    const { kind, mode, uid, gid } = status;
    if (kind === 'directory') throw writeFailed(path, 'it is a directory');
    // Reading a pipe or a device might never end.
    if (kind === 'other') throw writeFailed(path, 'it is not a regular file');
    if (kind === 'file') {
      return { path: target, found: { bytes: await host.fs.readFile(target), mode, owner: { uid, gid } } };
    }
    if (links === MOST_LINKS) throw writeFailed(path, 'its symbolic links form a loop');
    // Relative to the real directory of the link: `..` does not go back through linked directories.
    target = resolve(await host.fs.realPath(dirname(target)), await host.fs.readLink(target));
  }
}
