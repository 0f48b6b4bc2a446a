import type { Host } from '../../model/host.ts';
import { fingerprint } from '../read/fingerprint.ts';
import { readOwnFile } from '../read/read-own-file.ts';
import { isNotFound, writing } from '../read/reason.ts';
import { makeOwnDirectory } from '../state/directories.ts';
import { stateFile } from '../state/places.ts';
import { secureDirectory } from '../state/secure-directory.ts';
import { renameOnceReleased } from '../write/once-released.ts';
import { removeIfThere, writeNewDurably } from '../write/write-new.ts';
import { parseEntry, type JournalEntry } from './journal-entry.ts';

/**
 * One file per entry, so that a damaged entry affects no other. `<id>.pending.json` is a change in progress; renaming
 * it to `<id>.json` commits it.
 */
export interface JournalNames {
  readonly done: readonly string[];
  readonly pending: readonly string[];
  /** Other file names, with the id they belong to. */
  readonly others: readonly { readonly id: string | undefined; readonly name: string }[];
}

export const journalDirectory = (host: Host): string => stateFile(host, 'journal');
export const backupDirectory = (host: Host): string => stateFile(host, 'backups');
const pendingPath = (host: Host, id: string): string => `${journalDirectory(host)}/${id}.pending.json`;
export const donePath = (host: Host, id: string): string => `${journalDirectory(host)}/${id}.json`;
export const backupPath = (host: Host, id: string, index: number): string => `${backupDirectory(host)}/${id}.${index}`;

/** Ids in ascending order. */
export async function journalNames(host: Host): Promise<JournalNames> {
  await secureDirectory(host, journalDirectory(host));
  const names = (await namesIn(host, journalDirectory(host))).toSorted();
  const idsWith = (ending: RegExp): string[] => names.flatMap((name) => ending.exec(name)?.[1] ?? []);
  const others = names
    .filter((name) => !/^[0-9a-z]+(?:\.pending)?\.json$/.test(name))
    .map((name) => ({ id: /^[0-9a-z]+(?=\.)/.exec(name)?.[0], name }));
  return { done: idsWith(/^([0-9a-z]+)\.json$/), pending: idsWith(/^([0-9a-z]+)\.pending\.json$/), others };
}

export async function namesIn(host: Host, directory: string): Promise<string[]> {
  try {
    return await host.fs.readDirectory(directory);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** Records a change before it is made. `backups` contains the previous bytes of its files. */
export async function begin(
  host: Host,
  entry: JournalEntry,
  backups: readonly (Uint8Array | undefined)[],
): Promise<void> {
  const directory = backupDirectory(host);
  await makeOwnDirectory(host, directory);
  await makeOwnDirectory(host, journalDirectory(host));
  const kept = await backupSealer(host, entry);
  await writing(directory, async () => {
    for (const [index, bytes] of backups.entries()) {
      if (bytes) await writeNewDurably(host, backupPath(host, entry.id, index), kept(entry, index, bytes), 0o600);
    }
    await host.fs.syncDirectory(directory);
  });
  await writeEntry(host, pendingPath(host, entry.id), entry);
}

/** What to store as a backup: the bytes themselves, or encrypted. The key is looked up once per change. */
async function backupSealer(
  host: Host,
  { sealed }: JournalEntry,
): Promise<(entry: JournalEntry, index: number, bytes: Uint8Array) => Uint8Array> {
  if (!sealed) return (_, __, bytes) => bytes;
  const { sealerOf } = await import('./sealed-backup.ts');
  const seal = await sealerOf(host);
  return ({ id }, index, bytes) => seal(`${id}.${index}`, bytes);
}

async function writeEntry(host: Host, path: string, entry: JournalEntry): Promise<void> {
  await writing(path, async () => {
    await removeIfThere(host, `${path}.tmp`);
    await writeNewDurably(host, `${path}.tmp`, Buffer.from(`${JSON.stringify(entry)}\n`), 0o600);
    await renameOnceReleased(host, `${path}.tmp`, path);
    await host.fs.syncDirectory(journalDirectory(host));
  });
}

/** If a power loss undoes this rename, recovery finds a pending entry with nothing left to do. */
export async function finish(host: Host, id: string): Promise<void> {
  await writing(donePath(host, id), () => renameOnceReleased(host, pendingPath(host, id), donePath(host, id)));
}

/** Commits an entry that could only be partly rolled back. Its backups are kept. */
export async function finishWith(host: Host, entry: JournalEntry): Promise<void> {
  await writeEntry(host, pendingPath(host, entry.id), entry);
  await finish(host, entry.id);
}

/** Deletes a fully rolled back entry. Backups without an entry are garbage and pruned later. */
export async function discard(host: Host, id: string, files: number): Promise<void> {
  await removeIfThere(host, pendingPath(host, id));
  await removeIfThere(host, `${pendingPath(host, id)}.tmp`);
  for (let index = 0; index < files; index += 1) await removeIfThere(host, backupPath(host, id, index));
}

/** Deletes a change from the history with its backups. Requires the lock. */
export async function forgetEntry(host: Host, { id, files }: JournalEntry): Promise<void> {
  await removeIfThere(host, donePath(host, id));
  for (const index of files.keys()) await removeIfThere(host, backupPath(host, id, index));
}

/** Encrypts the backups of a change that is done. Requires the lock. */
export async function sealEntry(host: Host, entry: JournalEntry): Promise<void> {
  const texts = await Promise.all(entry.files.map((_, index) => readBackup(host, entry, index)));
  const sealed: JournalEntry = { ...entry, sealed: true };
  const kept = await backupSealer(host, sealed);
  await writeEntry(host, donePath(host, entry.id), sealed);
  for (const [index, bytes] of texts.entries()) {
    if (!bytes) continue;
    const path = backupPath(host, entry.id, index);
    await writing(path, async () => {
      await removeIfThere(host, `${path}.tmp`);
      await writeNewDurably(host, `${path}.tmp`, kept(sealed, index, bytes), 0o600);
      await renameOnceReleased(host, `${path}.tmp`, path);
    });
  }
}

export async function setAside(host: Host, id: string): Promise<void> {
  await host.fs.rename(pendingPath(host, id), `${journalDirectory(host)}/${id}.damaged`);
}

export async function readPending(host: Host, id: string): Promise<JournalEntry | undefined> {
  return readEntry(host, pendingPath(host, id));
}

export async function readDone(host: Host, id: string): Promise<JournalEntry | undefined> {
  return readEntry(host, donePath(host, id));
}

async function readEntry(host: Host, path: string): Promise<JournalEntry | undefined> {
  const bytes = await readOwnFile(host, path).catch(() => undefined);
  return bytes && parseEntry(Buffer.from(bytes).toString());
}

/** The previous content of a file; undefined if the backup is missing or damaged. */
export async function readBackup(host: Host, entry: JournalEntry, index: number): Promise<Uint8Array | undefined> {
  const hash = entry.files[index]?.before?.hash;
  const stored = await storedBackup(host, entry, index);
  // Encrypting the backups of an older entry may have been interrupted.
  if (!stored || fingerprint(stored) === hash) return stored;
  const bytes = entry.sealed ? await opened(host, `${entry.id}.${index}`, stored) : undefined;
  return bytes && fingerprint(bytes) === hash ? bytes : undefined;
}

/** A backup as it is stored, encrypted or not. */
export async function storedBackup(host: Host, { id }: JournalEntry, index: number): Promise<Uint8Array | undefined> {
  return readOwnFile(host, backupPath(host, id, index)).catch(() => undefined);
}

/** Why a backup cannot be read, in words. */
export function backupProblem({ sealed }: Pick<JournalEntry, 'sealed'>): string {
  return sealed
    ? 'its backup is encrypted, and the key is missing, behind a passphrase or in a locked keychain, or the backup is damaged'
    : 'its backup is missing or damaged';
}

async function opened(host: Host, name: string, stored: Uint8Array): Promise<Uint8Array | undefined> {
  const { openSealed } = await import('./sealed-backup.ts');
  return openSealed(host, name, stored);
}
