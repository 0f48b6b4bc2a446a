import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Links that lead to links are followed so far. */
const MOST_LINKS = 10;

/**
 * What to watch to hear of every change of some files: directories, and the names in them that matter. A file that is
 * replaced is a new name in its directory. Of directories that are not there yet, the nearest one above that is.
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

/** The file and what it is a link to: that changes elsewhere. */
function withLinks(file: string): string[] {
  const chain = [resolve(file)];
  for (let path = chain[0] as string; chain.length <= MOST_LINKS && isLink(path);) {
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

/** Differs as soon as one of the files does: it is there or not, or another one, or has been written. */
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

/** Tells a directory from another one at the same path. */
export function identityOf(directory: string): string {
  try {
    const found = statSync(directory, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}-${found.ino}` : '';
  } catch {
    return '';
  }
}
