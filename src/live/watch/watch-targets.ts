import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Maximum length of a symlink chain. */
const MAX_LINKS = 10;

/**
 * The directories to watch for changes of these files, and the relevant names in them. Directories are watched because
 * a replaced file is a new entry in its directory. For a missing directory, the nearest existing ancestor is watched.
 */
export function watchTargets(files: readonly string[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  for (const file of files.flatMap(withLinks)) {
    let name = file;
    while (dirname(name) !== name && !isDirectory(dirname(name))) name = dirname(name);
    const names = targets.get(dirname(name)) ?? new Set();
    targets.set(dirname(name), names.add(basename(name)));
  }
  return targets;
}

/** The file and its symlink targets, which can change independently. */
function withLinks(file: string): string[] {
  const chain = [resolve(file)];
  for (let path = chain[0] as string; chain.length <= MAX_LINKS && isLink(path);) {
    path = resolve(dirname(path), readlinkSync(path));
    chain.push(path);
  }
  return chain;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** A fingerprint that changes when a file is created, deleted, replaced or written. */
export function stateOfFiles(files: readonly string[]): string {
  const states = files.map((file) => {
    try {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      return found ? [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join('-') : '';
    } catch (error) {
      return String(error);
    }
  });
  return states.join('\n');
}

/** Distinguishes a directory from another one at the same path. */
export function identityOf(directory: string): string {
  try {
    const found = statSync(directory, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}-${found.ino}` : '';
  } catch {
    return '';
  }
}
