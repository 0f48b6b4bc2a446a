import { constants, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { openPack, type Pack } from './open-pack.ts';

/** A file that can hold the compiled form of the program. */
export interface Place {
  readonly folder: string;
  readonly name: string;
  /** Users whose file is trusted. */
  readonly owners: readonly (number | undefined)[];
  /** Whether the folder belongs to this user alone. */
  readonly isPrivate: boolean;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * V8 executes a compiled form without checking it, so it is used only as the program left it: from the same build, with a
 * trusted owner, and not modified since. Every write changes the modification time.
 */
export function openForm(place: Place, build: string): Pack | undefined {
  try {
    if (place.isPrivate && !isPrivateFolder(lstatSync(place.folder))) return undefined;
    const form = openPack(join(place.folder, place.name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const { header, status } = form;
    const isIntact = status.isFile() && header.build === build && header.made === status.mtimeMs;
    if (isIntact && isTrusted(status, place.owners)) return form;
    form.close();
    return undefined;
  } catch {
    return undefined;
  }
}

/** The piece for one script; undefined if there is none or the file is truncated. */
export function readForm(form: Pack | undefined, script: string): Buffer | undefined {
  const piece = form?.header.contents.find(([name]) => name === script);
  try {
    return piece && form?.read(piece[1], piece[2]);
  } catch {
    return undefined;
  }
}

export function isPrivateFolder(status: Stats): boolean {
  return (
    status.isDirectory() && (!process.geteuid || (status.uid === process.geteuid() && (status.mode & 0o077) === 0))
  );
}

/** Windows has no owners and modes in this sense. */
function isTrusted({ uid, mode }: Stats, owners: Place['owners']): boolean {
  return !process.geteuid || (owners.includes(uid) && (mode & 0o022) === 0);
}
