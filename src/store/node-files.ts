import { constants, type Stats } from 'node:fs';
import {
  access,
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import type { FileStatus, FileSystem, NewFile } from '../model/host.ts';
import { codeOf } from './reason.ts';

/** The disk of this machine. */
export const nodeFiles: FileSystem = {
  readFile: (path) => readFile(path),
  async kindOf(path) {
    try {
      const kind = kindIn(await stat(path));
      return kind === 'link' ? 'other' : kind;
    } catch {
      return undefined;
    }
  },
  async status(path) {
    try {
      const found = await lstat(path);
      const { uid, gid, mtime } = found;
      return { kind: kindIn(found), mode: found.mode & 0o7777, uid, gid, modified: mtime };
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
      throw error;
    }
  },
  async mayWrite(path) {
    if (((await stat(path)).mode & 0o222) === 0) return false;
    return access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
  },
  readLink: (path) => readlink(path),
  realPath: (path) => realpath(path),
  readDirectory: (path) => readdir(path),
  create: createFile,
  link: (path, name) => link(path, name),
  rename: (from, to) => rename(from, to),
  unlink: (path) => unlink(path),
  chmod: (path, mode) => chmod(path, mode),
  chown: (path, { uid, gid }) => chown(path, uid, gid),
  async makeDirectory(path, mode) {
    await mkdir(path, { mode });
  },
  removeDirectory: (path) => rmdir(path),
  syncDirectory,
};

function kindIn(found: Stats): FileStatus['kind'] {
  if (found.isSymbolicLink()) return 'link';
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'directory' : 'other';
}

async function createFile(path: string, mode: number): Promise<NewFile> {
  const handle = await open(path, 'wx', mode);
  return {
    write: (bytes) => handle.writeFile(bytes),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Windows cannot open a directory, and some network drives do not know the request: there is nothing to be done then. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return;
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF'].includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}
