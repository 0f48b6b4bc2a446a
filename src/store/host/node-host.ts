import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { slashedPath } from '../../model/short-path.ts';
import { nodeFiles } from './node-files.ts';
import { nodeProcesses } from './node-processes.ts';

/** The local machine, as seen from a directory. Other Unix systems are treated as Linux. */
export function nodeHost(cwd = currentDirectory()): Host {
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  return {
    fs: nodeFiles,
    processes: nodeProcesses,
    home: slashedPath(homedir(), platform),
    env: process.env,
    platform,
    cwd: slashedPath(cwd, platform),
    now: () => new Date(),
  };
}

/** The working directory, which may have been deleted meanwhile. */
export function currentDirectory(): string {
  let path: string;
  try {
    path = process.cwd();
  } catch {
    throw new PlugboardError('current-directory-missing', {});
  }
  if (path.includes(REPLACED) && !isSameDirectory(path, '.'))
    throw new PlugboardError('path-undecodable', { path, what: 'current' });
  return path;
}

/** Throws if Node.js cannot represent the path of the home directory. */
export function checkHome({ home }: Host): void {
  if (home.includes(REPLACED) && !existsSync(home))
    throw new PlugboardError('path-undecodable', { path: home, what: 'home' });
}

/** Node.js replaces bytes that are not UTF-8 with this character, and the resulting path is another directory. */
const REPLACED = '\uFFFD';

function isSameDirectory(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}
