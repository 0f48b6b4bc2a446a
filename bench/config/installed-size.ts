import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Provided } from './provide.ts';
import type { Tool } from './tool.ts';

export interface InstalledSize {
  readonly megabytes: number;
  readonly packages: number;
}

/** What `npm install` of a tool puts on the disk. */
export function installedSize({ program }: Tool, { folder }: Provided): InstalledSize {
  if (program.from === 'here') return ownSize(folder);
  const modules = join(folder, 'node_modules');
  return { megabytes: bytesBelow(modules) / 1e6, packages: lockedPackages(folder).length };
}

/** Plugboard is not installed here but packed, with what its dependencies take beside it. */
function ownSize(root: string): InstalledSize {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const [own] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' })) as [{ unpackedSize: number }];
  const others = lockedPackages(root);
  const bytes = others.reduce((sum, path) => sum + bytesBelow(join(root, path)), own.unpackedSize);
  return { megabytes: bytes / 1e6, packages: others.length + 1 };
}

interface Locked {
  readonly dev?: boolean;
}

/** Where the packages are that come with an installation; those for other systems are not there. */
function lockedPackages(folder: string): string[] {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev && bytesBelow(join(folder, path)) > 0)
    .map(([path]) => path);
}

/** A file with two names counts once. */
function bytesBelow(path: string, seen = new Set<number>()): number {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry || seen.has(entry.ino)) return 0;
  seen.add(entry.ino);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name), seen), 0);
}
