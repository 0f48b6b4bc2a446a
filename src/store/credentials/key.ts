import type { Host } from '../../model/host.ts';
import { places } from '../state/places.ts';
import { KEY_BYTES, type Key, keyOf, newKey } from './cipher.ts';
import { readPrivate, writePrivate } from './credentials-file.ts';
import { withOwnLock } from './credentials-lock.ts';
import type { Keychain } from './keychain.ts';

export type KeyPlace = 'keychain' | 'file';

/** The keys that open credentials. */
export interface KeyRing {
  /** The one to seal with, made when there is none: that of the system's keychain, else one in a file. */
  own(): Promise<{ readonly key: Key; readonly place: KeyPlace }>;
  /** Undefined when it cannot be had. */
  find(id: string): Promise<Key | undefined>;
}

/** The name of our secret in the keychain. */
const ACCOUNT = 'credentials-key';
const FILE = 'credentials.key';

/**
 * The file with the key lies in another directory than what it opens, so that a copy of one of them, in a backup or a
 * repository, gives nothing away. It is no protection from whoever can read all files of this person; a keychain is.
 */
export function keyRing(host: Host, keychain: Keychain): KeyRing {
  const directory = places(host).keys;
  const inFile = async (): Promise<Key | undefined> => parseKey(await readPrivate(host, `${directory}/${FILE}`));
  const inKeychain = async (): Promise<Key | undefined> => parseKey(await keychain.read(ACCOUNT));
  const found = new Map<string, { readonly key: Promise<Key | undefined>; readonly until: number }>();
  return {
    async own() {
      try {
        const key = (await inKeychain()) ?? (await makeOnce(host, inKeychain, (made) => keychain.write(ACCOUNT, made)));
        return { key, place: 'keychain' };
      } catch {
        const key =
          (await inFile()) ?? (await makeOnce(host, inFile, (made) => writePrivate(host, directory, FILE, made)));
        return { key, place: 'file' };
      }
    },
    async find(id) {
      const now = host.now().getTime();
      const before = found.get(id);
      if (before && now < before.until) return before.key;
      const key = firstOf([inFile, inKeychain], id);
      // A keychain may ask its person, or be locked and take long to say so.
      found.set(id, { key, until: now + AGAIN_MS });
      return key;
    },
  };
}

/** So often a key is looked for again. */
const AGAIN_MS = 30_000;

/** The keychain last: it is asked only when it has to be. */
async function firstOf(places: readonly (() => Promise<Key | undefined>)[], id: string): Promise<Key | undefined> {
  for (const read of places) {
    const key = await read().catch(() => undefined);
    if (key?.id === id) return key;
  }
  return undefined;
}

/** Another process may be making it as well, and only one of them can last. */
async function makeOnce(
  host: Host,
  read: () => Promise<Key | undefined>,
  write: (text: string) => Promise<void>,
): Promise<Key> {
  return withOwnLock(host, 'key', async () => {
    const there = await read();
    if (there) return there;
    const made = newKey();
    await write(Buffer.from(made.bytes).toString('hex'));
    const kept = await read();
    if (kept?.id !== made.id) throw new Error('The key was not kept.');
    return kept;
  });
}

function parseKey(text: string | undefined): Key | undefined {
  const hex = text?.trim() ?? '';
  return hex.length === KEY_BYTES * 2 && /^[0-9a-f]+$/.test(hex) ? keyOf(Buffer.from(hex, 'hex')) : undefined;
}

/** Where the key is when the system has no keychain. */
export function keyFile(host: Host): string {
  return `${places(host).keys}/${FILE}`;
}
