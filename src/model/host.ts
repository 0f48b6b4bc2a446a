import type { CopiedDefinition } from './origin.ts';
import type { Environment } from './reference.ts';

/** Everything outside the program. Code below `cli` and `api` gets it handed in, so tests can put another one in place. */
export interface Host {
  readonly fs: FileSystem;
  readonly processes: Processes;
  readonly home: string;
  readonly env: Environment;
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly cwd: string;
  now(): Date;
  /** Copies out of projects that a plan in the making will have noted by the time its next step is carried out. */
  readonly plannedCopies?: readonly CopiedDefinition[];
}

/** Each function does one thing to the disk, so that a test can make any one step of a longer work fail. */
export interface FileSystem {
  /** The bytes of a regular file. Fails for a pipe, a device, a directory and a file that is too large. */
  readFile(path: string): Promise<Uint8Array>;
  /** What a path leads to: undefined when nothing is there, `other` also when it cannot be looked at. */
  kindOf(path: string): Promise<'file' | 'directory' | 'other' | undefined>;
  /** What stands at the path itself, without following a link; undefined when nothing does. */
  status(path: string): Promise<FileStatus | undefined>;
  /** Whether this user may change the content of a file. A file that is read-only for everybody is so for root too. */
  mayWrite(path: string): Promise<boolean>;
  readLink(path: string): Promise<string>;
  /** Creates a symbolic link at `path`; fails with EEXIST when something is there already. */
  symlink(target: string, path: string): Promise<void>;
  realPath(path: string): Promise<string>;
  readDirectory(path: string): Promise<string[]>;
  /** Creates a file; fails with EEXIST when something is there already. */
  create(path: string, mode: number): Promise<NewFile>;
  /** A second name for a file; fails with EEXIST when something has that name already. */
  link(path: string, name: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  chown(path: string, owner: FileOwner): Promise<void>;
  makeDirectory(path: string, mode: number): Promise<void>;
  /** Fails when it is not empty. */
  removeDirectory(path: string): Promise<void>;
  /** Makes names in a directory durable. Does nothing where the system has no such thing. */
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
  /** Returns when the content would survive a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The running programs of this machine, as far as a lock needs to know about them. */
export interface Processes {
  /** The id of this process. */
  readonly own: number;
  /** The id of the user it runs as; undefined where the system has none. */
  readonly user: number | undefined;
  /** Names the place within which process ids mean something. */
  readonly machine: string;
  /**
   * When the process with this id was started, which tells it from a later one with the same id; the empty text when
   * the system does not say, undefined when there is no such process.
   */
  startOf(id: number): string | undefined;
  /** Removes a file that still has this text, should this process end before the returned function is called. */
  removeAtExit(path: string, text: string): () => void;
}
