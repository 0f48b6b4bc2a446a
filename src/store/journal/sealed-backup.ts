import type { Host } from '../../model/host.ts';
import { parseSealed, seal, unseal } from '../credentials/cipher.ts';
import { type KeyRing, keyRing } from '../credentials/key.ts';
import { systemKeychain } from '../credentials/keychain.ts';

export type SealBytes = (name: string, bytes: Uint8Array) => Uint8Array;

/** Encrypts backups with the key of the vault. A backup is bound to its name, so that two cannot be swapped. */
export async function sealerOf(host: Host): Promise<SealBytes> {
  const { key } = await keysOf(host).own();
  return (name, bytes) => Buffer.from(JSON.stringify(seal(Buffer.from(bytes).toString('base64'), name, key)));
}

/** Undefined if the backup is damaged or its key is not available. */
export async function openSealed(host: Host, name: string, stored: Uint8Array): Promise<Uint8Array | undefined> {
  const sealed = parseSealed(Buffer.from(stored).toString());
  const key = sealed && (await keysOf(host).find(sealed.key));
  if (!sealed || !key) return undefined;
  try {
    return Buffer.from(String(unseal(sealed, name, key)), 'base64');
  } catch {
    return undefined;
  }
}

/** The lookup of a key may start a program; a command reads many backups. */
function keysOf(host: Host): KeyRing {
  if (last?.env !== host.env || last.home !== host.home)
    last = { env: host.env, home: host.home, keys: keyRing(host, systemKeychain(host)) };
  return last.keys;
}

let last: { readonly env: Host['env']; readonly home: string; readonly keys: KeyRing } | undefined;
