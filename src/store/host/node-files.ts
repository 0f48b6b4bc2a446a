import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { FileStatus, FileSystem, NewFile } from '../../model/host.ts';
import { readRegularFile } from '../read/read-regular-file.ts';
import { codeOf, isNotFound } from '../read/reason.ts';

/**
 * The local file system. Synchronous calls, because they are few and the files small: a thread pool round trip would
 * cost many times as much, and loading its module as much as a whole short command.
 */
export const nodeFiles: FileSystem = {
  readFile: async (path) => readRegularFile(path),
  async kindOf(path) {
    try {
      const found = statSync(path, { throwIfNoEntry: false });
      const kind = found && kindIn(found);
      return kind === 'link' ? 'other' : kind;
    } catch (error) {
      return isNotFound(error) ? undefined : 'other';
    }
  },
  async status(path) {
    try {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found) return undefined;
      const { uid, gid, mtime } = found;
      return { kind: kindIn(found), mode: found.mode & 0o7777, uid, gid, modified: mtime };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  },
  async mayWrite(path) {
    if ((statSync(path).mode & 0o222) === 0) return false;
    try {
      accessSync(path, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  },
  readLink: async (path) => readlinkSync(path),
  symlink: async (target, path) => symlinkSync(target, path),
  realPath: async (path) => slashed(realpathSync.native(path)),
  readDirectory: async (path) => readdirSync(path),
  create: createFile,
  link: async (path, name) => linkSync(path, name),
  rename: async (from, to) => renameSync(from, to),
  unlink: async (path) => unlinkSync(path),
  chmod: async (path, mode) => chmodSync(path, mode),
  chown: async (path, { uid, gid }) => chownSync(path, uid, gid),
  async makeDirectory(path, mode) {
    mkdirSync(path, { mode });
  },
  removeDirectory: async (path) => rmdirSync(path),
  syncDirectory,
};

/** Paths have forward slashes everywhere in the program. */
const slashed = process.platform === 'win32' ? (path: string): string => path.replaceAll('\\', '/') : String;

function kindIn(found: Stats): FileStatus['kind'] {
  if (found.isSymbolicLink()) return 'link';
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'directory' : 'other';
}

async function createFile(path: string, mode: number): Promise<NewFile> {
  const file = openSync(path, 'wx', mode);
  return {
    write: async (bytes) => writeFileSync(file, bytes),
    sync: async () => fsyncSync(file),
    close: async () => closeSync(file),
  };
}

/** Windows cannot open a directory, and some network drives do not support the call; this is then a no-op. */
async function syncDirectory(path: string): Promise<void> {
  let directory: number;
  try {
    directory = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(directory);
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF'].includes(codeOf(error))) throw error;
  } finally {
    closeSync(directory);
  }
}
