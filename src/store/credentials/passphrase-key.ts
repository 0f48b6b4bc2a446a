import { randomBytes, scrypt } from 'node:crypto';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { places } from '../state/places.ts';
import { type Key, KEY_BYTES, keyOf, parseSealed, seal, type Sealed, unseal } from './cipher.ts';
import { readPrivate, writePrivate } from './credentials-file.ts';

/** The key of the vault, encrypted with a key that is derived from a passphrase, as age does it. */
const FILE = 'credentials.key.json';

/** About 0.1 s and 32 MB for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Whether the key is, or is to be, behind a passphrase. */
export async function wantsPassphrase(host: Host): Promise<boolean> {
  return (await passphraseOf(host)) !== undefined || (await isBehindPassphrase(host));
}

export async function isBehindPassphrase(host: Host): Promise<boolean> {
  return (await readPrivate(host, pathOf(host))) !== undefined;
}

/** The key as text; undefined if none is behind a passphrase. Throws `passphrase-needed` if it cannot be opened. */
export async function keyBehindPassphrase(host: Host): Promise<string | undefined> {
  const text = await readPrivate(host, pathOf(host));
  if (text === undefined) return undefined;
  const passphrase = await passphraseOf(host);
  if (passphrase === undefined) throw new PlugboardError('passphrase-needed', { why: 'missing' });
  const { salt, sealed } = parsed(text);
  try {
    return String(unseal(sealed, FILE, await derived(passphrase, salt)));
  } catch (error) {
    throw new PlugboardError('passphrase-needed', { why: 'wrong' }, error);
  }
}

export async function wrapKey(host: Host, key: string): Promise<void> {
  const passphrase = await passphraseOf(host);
  if (passphrase === undefined) throw new PlugboardError('passphrase-needed', { why: 'missing' });
  const salt = randomBytes(16).toString('base64');
  const sealed = seal(key, FILE, await derived(passphrase, salt));
  await writePrivate(host, places(host).keys, FILE, JSON.stringify({ ...sealed, salt }));
}

function parsed(text: string): { readonly salt: string; readonly sealed: Sealed } {
  const sealed = parseSealed(text);
  const { salt } = sealed ? (JSON.parse(text) as { salt?: unknown }) : {};
  if (!sealed || typeof salt !== 'string') throw new PlugboardError('passphrase-needed', { why: 'damaged' });
  return { salt, sealed };
}

/** Derived once per process, because it is slow on purpose. */
async function derived(passphrase: string, salt: string): Promise<Key> {
  if (last?.passphrase === passphrase && last.salt === salt) return last.key;
  const key = new Promise<Key>((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, COST, (error, bytes) =>
      error ? reject(error) : resolve(keyOf(bytes)),
    );
  });
  last = { passphrase, salt, key };
  return key;
}

let last: { readonly passphrase: string; readonly salt: string; readonly key: Promise<Key> } | undefined;

/** From a file, so that no other process sees it; the variable itself is for machines without a place for a file. */
async function passphraseOf(host: Host): Promise<string | undefined> {
  const { PLUGBOARD_PASSPHRASE_FILE: file, PLUGBOARD_PASSPHRASE: given } = host.env;
  if (!file) return given || undefined;
  const text = await readPrivate(host, file);
  return text?.replace(/\r?\n$/, '') || undefined;
}

function pathOf(host: Host): string {
  return `${places(host).keys}/${FILE}`;
}
