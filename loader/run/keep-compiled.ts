import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { pack } from '../pack.mjs';
import { isPrivateFolder, type Place, readForm } from './compiled-form.ts';
import type { Pack } from './open-pack.ts';

/** In the user's cache, each version of the program and of Node has its own; beside the program, each version of Node. */
const KEPT_IN_CACHE = 6;
const KEPT_BESIDE = 2;
const ABANDONED_MS = 3_600_000;

/**
 * Adds scripts to the compiled form at a place. Returns whether it did: a place that cannot be written is no error.
 * Another process may do the same at the same time; then one of the two files stays, and both are complete.
 */
export function keepCompiled(
  place: Place,
  form: Pack | undefined,
  build: string,
  scripts: ReadonlyMap<string, Script>,
): boolean {
  const file = join(place.folder, place.name);
  const fresh = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    if (place.isPrivate) makePrivateFolder(place.folder);
    const descriptor = openSync(fresh, 'wx', place.isPrivate ? 0o600 : 0o644);
    try {
      // Before the code is collected, which takes longer: where this fails, it would be repeated by every command.
      const made = setTime(descriptor, Date.now());
      writeFileSync(descriptor, pack({ build, made }, piecesOf(form, scripts)));
      fsyncSync(descriptor);
      setTime(descriptor, made);
    } finally {
      closeSync(descriptor);
    }
    renameSync(fresh, file);
  } catch {
    remove(fresh);
    return false;
  }
  removeOld(place);
  return true;
}

/** Returns the modification time that was set. Every file system can store even seconds, if it can store a time at all. */
function setTime(descriptor: number, milliseconds: number): number {
  const seconds = Math.floor(milliseconds / 2000) * 2;
  futimesSync(descriptor, seconds, seconds);
  const { mtimeMs } = fstatSync(descriptor);
  if (mtimeMs !== seconds * 1000) throw new Error('The file system does not store modification times.');
  return mtimeMs;
}

function piecesOf(form: Pack | undefined, scripts: ReadonlyMap<string, Script>): [string, Buffer][] {
  const earlier = form?.header.contents.map(([name]) => name) ?? [];
  return [...new Set([...earlier, ...scripts.keys()])].flatMap((name) => {
    const piece = scripts.get(name)?.createCachedData() ?? readForm(form, name);
    return piece ? [[name, piece] as [string, Buffer]] : [];
  });
}

/** Throws if the folder cannot be made, is a link or belongs to another user. */
function makePrivateFolder(folder: string): void {
  // With sudo, this may be the home of another user, who could not write to folders that root creates there.
  if (process.geteuid?.() === 0 && existingParent(folder).uid !== 0) throw new Error(`${folder} is not for root.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const status = lstatSync(folder);
  if (isPrivateFolder(status)) return;
  if (!status.isDirectory() || status.uid !== process.geteuid?.()) throw new Error(`${folder} is not ours.`);
  chmodSync(folder, 0o700);
}

function existingParent(folder: string): { readonly uid: number } {
  return statSync(folder, { throwIfNoEntry: false }) ?? existingParent(dirname(folder));
}

/** Removes forms of versions that are no longer used, and files of processes that were killed. */
function removeOld({ folder, isPrivate }: Place): void {
  try {
    const files = readdirSync(folder)
      .filter((file) => isPrivate || file.startsWith('compiled-'))
      .map((file) => ({ path: join(folder, file), age: Date.now() - lstatSync(join(folder, file)).mtimeMs }))
      .toSorted((left, right) => left.age - right.age);
    const temporary = files.filter(({ path }) => path.endsWith('.tmp'));
    const forms = files.filter(({ path }) => !path.endsWith('.tmp'));
    for (const { path, age } of temporary) if (age > ABANDONED_MS) remove(path);
    for (const { path } of forms.slice(isPrivate ? KEPT_IN_CACHE : KEPT_BESIDE)) remove(path);
  } catch {
    // Another process removes them at the same time.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Only the space is lost.
  }
}
