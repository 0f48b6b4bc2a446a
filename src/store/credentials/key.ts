import { basename, dirname } from 'node:path';
import { absolute } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { places } from '../state/places.ts';
import { KEY_BYTES, type Key, keyOf, newKey } from './cipher.ts';
import { readPrivate, writePrivate } from './credentials-file.ts';
import { withNamedLock } from './credentials-lock.ts';
import type { Keychain } from './keychain.ts';
import { keyBehindPassphrase, wantsPassphrase, wrapKey } from './passphrase-key.ts';

export type KeyPlace = 'keychain' | 'file' | 'passphrase';

/** The encryption keys of credentials. */
export interface KeyRing {
  /** The key to encrypt with, created if needed: behind a passphrase if one is given, in the system keychain, or in a file. */
  own(): Promise<{ readonly key: Key; readonly place: KeyPlace }>;
  /** Undefined if the key is not available. */
  find(id: string): Promise<Key | undefined>;
}

/** Account name in the keychain. */
const ACCOUNT = 'credentials-key';
const FILE = 'credentials.key';

/**
 * The key file is in a different directory than the encrypted files, so that a copy of one of them, in a backup or a
 * repository, reveals nothing. It does not protect against someone who can read all files of this user; a keychain
 * does.
 */
export function keyRing(host: Host, keychain: Keychain): KeyRing {
  const path = keyFile(host);
  const inFile = async (): Promise<Key | undefined> => parseKey(await readPrivate(host, path));
  const inKeychain = async (): Promise<Key | undefined> => parseKey(await keychain.read(ACCOUNT));
  const found = new Map<string, { readonly key: Promise<Key | undefined>; readonly until: number }>();
  const ownFile = async (): ReturnType<KeyRing['own']> => {
    const write = async (made: string): Promise<void> => writePrivate(host, dirname(path), basename(path), made);
    return { key: (await inFile()) ?? (await createOnce(host, inFile, write)), place: 'file' };
  };
  const findOwn = async (): ReturnType<KeyRing['own']> => {
    if (await wantsPassphrase(host)) {
      const read = async (): Promise<Key | undefined> => parseKey(await keyBehindPassphrase(host));
      const write = async (made: string): Promise<void> => wrapKey(host, made);
      return { key: (await read()) ?? (await createOnce(host, read, write)), place: 'passphrase' };
    }
    try {
      const key = (await inKeychain()) ?? (await createOnce(host, inKeychain, (made) => keychain.write(ACCOUNT, made)));
      return { key, place: 'keychain' };
    } catch {
      return ownFile();
    }
  };
  let known: { readonly own: Awaited<ReturnType<KeyRing['own']>>; readonly until: number } | undefined;
  return {
    async own() {
      const now = host.now().getTime();
      if (!known || now >= known.until) known = { own: await findOwn(), until: now + CACHE_MS };
      // Others may be able to read the file since.
      return known.own.place === 'file' ? ownFile() : known.own;
    },
    async find(id) {
      const now = host.now().getTime();
      const before = found.get(id);
      if (before && now < before.until) return before.key;
      const behindPassphrase = async (): Promise<Key | undefined> => parseKey(await keyBehindPassphrase(host));
      const key = findKey([inFile, behindPassphrase, inKeychain], id);
      // A keychain may prompt the user, or be locked and slow to report it.
      found.set(id, { key, until: now + CACHE_MS });
      return key;
    },
  };
}

/** How long a lookup result is cached. */
const CACHE_MS = 30_000;

/** The keychain comes last, because it may prompt. */
async function findKey(places: readonly (() => Promise<Key | undefined>)[], id: string): Promise<Key | undefined> {
  for (const read of places) {
    const key = await read().catch(() => undefined);
    if (key?.id === id) return key;
  }
  return undefined;
}

/** Another process may be creating the key as well, and only one key may be used. */
async function createOnce(
  host: Host,
  read: () => Promise<Key | undefined>,
  write: (text: string) => Promise<void>,
): Promise<Key> {
  return withNamedLock(host, 'key', async () => {
    const there = await read();
    if (there) return there;
    const made = newKey();
    await write(Buffer.from(made.bytes).toString('hex'));
    const kept = await read();
    if (kept?.id !== made.id) throw new Error('The key was not stored.');
    return kept;
  });
}

function parseKey(text: string | undefined): Key | undefined {
  const hex = text?.trim() ?? '';
  return hex.length === KEY_BYTES * 2 && /^[0-9a-f]+$/.test(hex) ? keyOf(Buffer.from(hex, 'hex')) : undefined;
}

/** Path of the key if the system has no keychain. `PLUGBOARD_KEY_FILE` names another, for example on a removable drive. */
export function keyFile(host: Host): string {
  const chosen = host.env['PLUGBOARD_KEY_FILE'];
  return chosen ? absolute(chosen, host.cwd) : `${places(host).keys}/${FILE}`;
}
