import type { Environment } from './reference.ts';

/** Everything outside the program. Code below `cli` and `api` gets it handed in, so tests can put another one in place. */
export interface Host {
  readonly fs: FileSystem;
  readonly home: string;
  readonly env: Environment;
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly cwd: string;
  now(): Date;
}

export interface FileSystem {
  readFile(path: string): Promise<Uint8Array>;
  /** What stands at a path, or undefined when nothing does or it may not be looked at. */
  kindOf(path: string): Promise<'file' | 'directory' | 'other' | undefined>;
}
