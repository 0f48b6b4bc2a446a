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
import { codeOf } from '../../store/reason.ts';

/** Fills a directory so that it can stand for another: links to all that is there, except for one file below it. */
export function linkHome(real: string, directory: string, file: string): void {
  const [first = '', ...rest] = file.split('/');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const name of namesIn(real)) if (name !== first) link(join(real, name), join(directory, name));
  if (rest.length > 0) linkHome(join(real, first), join(directory, first), rest.join('/'));
}

/** Brings back what a program has made in such a directory, or has put in the place of a link. */
export function bringHome(real: string, directory: string, file: string): void {
  const [first = '', ...rest] = file.split('/');
  for (const name of namesIn(directory)) {
    if (name !== first) bring(join(directory, name), join(real, name), real);
    else if (rest.length > 0) bringHome(join(real, name), join(directory, name), rest.join('/'));
  }
}

function bring(made: string, place: string, parent: string): void {
  const found = lstatSync(made);
  if (found.isSymbolicLink() ? existsSync(place) : isSame(made, place)) return;
  if (found.isDirectory() && existsSync(place) && statSync(place).isDirectory()) {
    for (const name of namesIn(made)) bring(join(made, name), join(place, name), place);
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
    // Symbolic links are for administrators there, but these kinds do as well.
    if (statSync(target).isDirectory()) symlinkSync(target, path, 'junction');
    else linkSync(target, path);
  } catch {
    // The system keeps some files of a home to itself; no program could read them either.
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
