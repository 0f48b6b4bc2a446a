import type { CopiedDefinition } from './origin.ts';
import type { Environment } from './reference.ts';
import type { Server } from './server.ts';

/** Everything outside the program. Layers below `cli` and `api` receive it as an argument, so tests can replace it. */
export interface Host {
  readonly fs: FileSystem;
  readonly processes: Processes;
  /** With forward slashes, as all paths. */
  readonly home: string;
  readonly env: Environment;
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly cwd: string;
  now(): Date;
  /** Copies from projects that a plan under construction will have recorded before its next step runs. */
  readonly plannedCopies?: readonly CopiedDefinition[];
  /** Definitions of someone else that it will have recorded by then. */
  readonly plannedOutside?: readonly Server[];
}

/** Each function is one disk operation, so that a test can make any single step fail. */
export interface FileSystem {
  /** The bytes of a regular file. Rejects a pipe, a device, a directory, and a file that is too large. */
  readFile(path: string): Promise<Uint8Array>;
  /** The kind of the target of a path: undefined if it does not exist, `other` also if it cannot be inspected. */
  kindOf(path: string): Promise<'file' | 'directory' | 'other' | undefined>;
  /** The status of the path itself, without following a link; undefined if it does not exist. */
  status(path: string): Promise<FileStatus | undefined>;
  /** Whether this user may change the content of a file. Without any write bit it is read-only for root too. */
  mayWrite(path: string): Promise<boolean>;
  readLink(path: string): Promise<string>;
  /** Creates a symbolic link at `path`; fails with EEXIST if the path exists. */
  symlink(target: string, path: string): Promise<void>;
  realPath(path: string): Promise<string>;
  readDirectory(path: string): Promise<string[]>;
  /** Creates a file; fails with EEXIST if the path exists. */
  create(path: string, mode: number): Promise<NewFile>;
  /** Creates a hard link; fails with EEXIST if `name` exists. */
  link(path: string, name: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  chown(path: string, owner: FileOwner): Promise<void>;
  makeDirectory(path: string, mode: number): Promise<void>;
  /** Fails if the directory is not empty. */
  removeDirectory(path: string): Promise<void>;
  /** Makes the entries of a directory durable. Does nothing on a system without directory sync. */
  syncDirectory(path: string): Promise<void>;
}

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

export interface FileStatus extends FileOwner {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** The permission bits. */
  readonly mode: number;
  readonly modified: Date;
}

export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the content would survive a power failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The processes of this machine, as far as a lock needs them. */
export interface Processes {
  /** The id of this process. */
  readonly own: number;
  /** The user id of this process; undefined on a system without user ids. */
  readonly user: number | undefined;
  /** Identifies the machine or container in which process ids are valid. */
  readonly machine: string;
  /**
   * The start time of a process, which distinguishes it from a later process with the same id: an empty string if the
   * system does not report it, undefined if the process does not exist.
   */
  startOf(id: number): string | undefined;
  /** Removes a file if it still has this text when the process exits, unless the returned function is called before. */
  removeAtExit(path: string, text: string): () => void;
}
