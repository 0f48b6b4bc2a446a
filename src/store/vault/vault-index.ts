import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { LauncherLine } from '../../model/launcher/launcher-entry.ts';
import { type VaultId, vaultIds } from '../../model/secrets/vault-id.ts';
import { isMap } from '../../model/value.ts';
import { CredentialUnreadable, readPrivate, writePrivate } from '../credentials/credentials-file.ts';
import { withNamedLock } from '../credentials/credentials-lock.ts';
import { enclosingDirectory } from '../state/enclosing-directory.ts';
import { places, stateFile } from '../state/places.ts';
import type { GivenStarts, Start } from './start.ts';

/** Where a secret is. The value itself is only in its vault. */
export interface SecretRecord {
  readonly name: string;
  readonly vault: VaultId;
  /** Where in the vault, if the name alone does not tell: a path, an address, a command. */
  readonly at?: string;
  /** Absent if the value was never seen, only referred to. */
  readonly fingerprint?: string;
  /** ISO 8601. */
  readonly created: string;
  readonly changed?: string;
}

/** Which secrets one launcher, or one definition of a project, may have. */
export interface Grant {
  /** Hash of exactly what is started. */
  readonly key: string;
  readonly server: string;
  readonly secrets: readonly string[];
  /** What was migrated, if a client expands variables in it, so that the key does not identify what it starts. */
  readonly line?: LauncherLine;
  /** What else decides which code the line runs; absent in grants of earlier versions. */
  readonly starts?: GivenStarts;
  readonly time: string;
}

/** A start of a line that has a grant, refused because something else than the line would have run or could have. */
export interface RefusedStart {
  readonly line: LauncherLine;
  readonly start: Start;
  /** The variables that the start binds by their hashes, as a person has to see them; absent in earlier versions. */
  readonly values?: Readonly<Record<string, string>>;
  /** What differs, in words. */
  readonly differs: readonly string[];
  /**
   * The key of the grants of the entry that Plugboard started, if they lack something: this start, or the secrets if nothing
   * differs.
   */
  readonly asker?: string;
  readonly time: string;
}

export interface VaultIndex {
  readonly secrets: readonly SecretRecord[];
  readonly grants: readonly Grant[];
  /** The last refused starts, which a person can allow. */
  readonly refused?: readonly RefusedStart[];
}

const FILE = 'secrets.json';
const none: VaultIndex = { secrets: [], grants: [] };

export function vaultIndexPath(host: Host): string {
  return stateFile(host, FILE);
}

/**
 * Reads the index. `outside` are directories that must not contain it: a project could have planted it. Throws
 * `place-unsafe` if it is damaged or others can write it.
 */
export async function readVaultIndex(host: Host, outside: readonly string[] = []): Promise<VaultIndex> {
  const path = vaultIndexPath(host);
  if ((await enclosingDirectory(host, places(host).state, outside)) !== undefined) return none;
  const text = await readPrivate(host, path).catch((error: unknown) => {
    throw error instanceof CredentialUnreadable ? unusable(path, error.why, error) : error;
  });
  return text === undefined ? none : parsed(text, path);
}

/** Changes the index while no other process does. */
export async function changeVaultIndex(host: Host, change: (index: VaultIndex) => VaultIndex): Promise<void> {
  await withNamedLock(host, FILE, async () => {
    const before = await readVaultIndex(host);
    const { secrets, grants, refused = before.refused } = change(before);
    const sorted = secrets.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const text = JSON.stringify({ version: 1, secrets: sorted, grants, refused }, undefined, 2);
    await writePrivate(host, places(host).state, FILE, text);
  });
}

function parsed(text: string, path: string): VaultIndex {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    throw unusable(path, 'it is damaged', error);
  }
  const { version, secrets, grants, refused = [] } = isMap(root) ? (root as Record<string, unknown>) : {};
  const isWhole =
    version === 1 && isListOf(secrets, isRecord) && isListOf(grants, isGrant) && isListOf(refused, isRefused);
  if (!isWhole) throw unusable(path, 'it is damaged');
  return { secrets, grants, refused };
}

function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isRecord(value: unknown): value is SecretRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { name, vault, at, created } = value as Partial<SecretRecord>;
  return (
    isSecretId(name) &&
    vaultIds.some((id) => id === vault) &&
    (at === undefined || typeof at === 'string') &&
    typeof created === 'string'
  );
}

function isGrant(value: unknown): value is Grant {
  if (typeof value !== 'object' || value === null) return false;
  const { key, server, secrets, line, starts } = value as Partial<Grant>;
  const isWhole = typeof key === 'string' && typeof server === 'string' && isListOf(secrets, isSecretId);
  return isWhole && (line === undefined || isLine(line)) && (starts === undefined || isStarts(starts));
}

function isStarts({ homes, programs, env, directories, path }: Partial<GivenStarts>): boolean {
  const isLists = (map: unknown): boolean => isMap(map) && Object.values(map).every((list) => isListOf(list, isText));
  const isPath = path === undefined || isListOf(path, isText);
  return isListOf(homes, isText) && isListOf(directories, isText) && isLists(programs) && isLists(env) && isPath;
}

function isRefused(value: unknown): value is RefusedStart {
  if (typeof value !== 'object' || value === null) return false;
  const { line, start, values = {}, differs, asker = '', time } = value as Partial<RefusedStart>;
  const isWhole = isMap(line) && isLine(line) && isListOf(differs, isText) && isText(time) && isText(asker);
  return isWhole && isTexts(values) && isStart(start);
}

function isStart(start: unknown): start is Start {
  if (typeof start !== 'object' || start === null) return false;
  const { home, programs, env, directory, path } = start as Partial<Start>;
  const isLists = isMap(programs) && Object.values(programs).every((list) => isListOf(list, isText));
  const isPlace = (directory === undefined || isText(directory)) && (path === undefined || isListOf(path, isText));
  return isText(home) && isLists && isTexts(env) && isPlace;
}

function isTexts(map: unknown): boolean {
  return isMap(map) && Object.values(map).every(isText);
}

function isText(text: unknown): text is string {
  return typeof text === 'string';
}

function isLine({ server, words, env }: Partial<LauncherLine>): boolean {
  return isText(server) && isListOf(words, isText) && isTexts(env);
}

/** Whether it can name a secret: as a variable, because that is what clients refer to. */
export function isSecretId(name: unknown): name is string {
  return typeof name === 'string' && /^[A-Za-z_]\w{0,127}$/.test(name);
}

function unusable(path: string, why: string, cause?: unknown): PlugboardError<'place-unsafe'> {
  const remedy = 'restore it from a backup; the values are still in their vaults';
  return new PlugboardError('place-unsafe', { path, why, remedy }, cause);
}
