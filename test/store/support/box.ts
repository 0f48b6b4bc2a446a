import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host } from '../../../src/model/host.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import type { FileChange, Plan } from '../../../src/store/write/plan.ts';

/** A directory with a home, a project and a state of its own. Names are relative to it. */
export interface Box {
  readonly host: Host;
  path(name: string): string;
  read(name: string): string | undefined;
  write(name: string, text: string, mode?: number): string;
  mode(name: string): number;
  /** Names below a directory, without our state. */
  names(name?: string): string[];
}

export function box(): Box {
  const root = mkdtempSync(join(homedir(), 'box-'));
  // As the store writes its own paths.
  const path = (name: string): string => join(root, name).replaceAll('\\', '/');
  for (const name of ['home', 'project']) mkdirSync(path(name));
  const env = { ...process.env, PLUGBOARD_HOME: path('own') };
  return {
    host: { ...nodeHost(), home: path('home'), cwd: path('project'), env },
    path,
    read: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined),
    write(name, text, mode = 0o600) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      chmodSync(path(name), mode);
      return path(name);
    },
    mode: (name) => bits(statSync(path(name)).mode),
    names: (name = '.') =>
      readdirSync(path(name), { recursive: true, encoding: 'utf8' })
        .map((entry) => entry.replaceAll('\\', '/'))
        .filter((entry) => !/^own(?:\/|$)/.test(entry) && !lstatSync(join(path(name), entry)).isDirectory())
        .toSorted(),
  };
}

/** The permission bits that a test may expect: Windows has none. */
export function bits(mode: number): number {
  return process.platform === 'win32' ? 0 : mode & 0o7777;
}

export function planOf(...changes: FileChange[]): Plan {
  return { title: 'Test', servers: [], changes, losses: [], unwritten: [], diagnostics: [] };
}

/** The error an operation ends with. */
export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
