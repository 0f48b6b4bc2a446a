import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMap, type Value, type ValueMap } from '../../model/value.ts';

/** No settings file and no manifest is larger. */
const LARGEST = 16 * 1024 * 1024;

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

export function isDirectory(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

export function isExecutable(path: string): boolean {
  return ((statOf(path)?.mode ?? 0) & 0o111) !== 0;
}

/** Whether there is anything; also if that cannot be told. */
export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isAbsence(error);
  }
}

/** The text of a regular file; undefined if there is none, false if it cannot be read. */
export function textOf(path: string): string | false | undefined {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    // npm cannot read a pipe or a directory either, but waits for the pipe.
    if (status === undefined || status.isDirectory()) return undefined;
    if (!status.isFile() || status.size > LARGEST) return false;
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return isAbsence(error) ? undefined : false;
  }
}

/** The map in a JSON file; undefined if there is no file, `unreadable` if it is no map. */
export function mapOf(path: string): ValueMap | undefined | 'unreadable' {
  const text = textOf(path);
  if (text === undefined) return undefined;
  if (text === false) return 'unreadable';
  try {
    const value = JSON.parse(text) as Value;
    return isMap(value) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

interface Entry {
  readonly name: string;
  readonly isLink: boolean;
  readonly isFile: boolean;
}

/** The entries of a directory; none if there is none, `unreadable` if it cannot be listed. */
export function entriesOf(directory: string): readonly Entry[] | 'unreadable' {
  try {
    return readdirSync(directory, { withFileTypes: true }).map((one) => ({
      name: one.name,
      isLink: one.isSymbolicLink(),
      isFile: one.isFile(),
    }));
  } catch (error) {
    return isAbsence(error) ? [] : 'unreadable';
  }
}

/** A name as the disks of macOS and Windows compare it: without case, and without characters that they leave out. */
export function folded(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return plain.toUpperCase().toLowerCase();
}

/** The path with links resolved, with forward slashes; the path itself if that is impossible. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path).replaceAll('\\', '/');
  } catch {
    return path.replaceAll('\\', '/');
  }
}

/** A directory and those above it, innermost first. */
export function ancestorsOf(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...ancestorsOf(parent)];
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
