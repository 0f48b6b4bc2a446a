import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../store/read/reason.ts';

/** Fills a directory to replace another: links to all its entries, except for one file below it. */
export function linkHome(real: string, directory: string, file: string): void {
  const [first = '', ...rest] = file.split('/');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const name of namesIn(real)) if (name !== first) link(join(real, name), join(directory, name));
  if (rest.length > 0) linkHome(join(real, first), join(directory, first), rest.join('/'));
}

/** Moves files that a program has created in such a directory, or has replaced links with, to the real one. */
export function moveBack(real: string, directory: string, file: string): void {
  const [first = '', ...rest] = file.split('/');
  for (const name of namesIn(directory)) {
    if (name !== first) moveBackEntry(join(directory, name), join(real, name), real);
    else if (rest.length > 0) moveBack(join(real, name), join(directory, name), rest.join('/'));
  }
}

function moveBackEntry(made: string, place: string, parent: string): void {
  const found = lstatSync(made);
  if (found.isSymbolicLink() ? existsSync(place) : isSame(made, place)) return;
  if (found.isDirectory() && existsSync(place) && statSync(place).isDirectory()) {
    for (const name of namesIn(made)) moveBackEntry(join(made, name), join(place, name), place);
  } else if (found.isDirectory() || found.isFile() || found.isSymbolicLink()) {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    move(made, place);
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

function link(target: string, path: string): void {
  if (process.platform !== 'win32') return symlinkSync(target, path);
  try {
    // Symlinks require administrator rights on Windows; junctions and hard links do not.
    if (statSync(target).isDirectory()) symlinkSync(target, path, 'junction');
    else linkSync(target, path);
  } catch {
    // Some files of a home directory are locked by the system; no program could read them either.
  }
}

function isSame(one: string, other: string): boolean {
  if (!existsSync(other)) return false;
  const [a, b] = [statSync(one), statSync(other)];
  return a.ino === b.ino && a.dev === b.dev;
}

function namesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}
