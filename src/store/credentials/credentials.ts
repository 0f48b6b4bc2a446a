import { createHash } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import { isNotFound, reasonOf, writing } from '../read/reason.ts';
import { enclosingDirectory } from '../state/enclosing-directory.ts';
import { stateFile } from '../state/places.ts';
import { parseSealed, seal, unseal } from './cipher.ts';
import { CredentialUnreadable, KeyUnavailable, readPrivate, writePrivate } from './credentials-file.ts';
import { withNamedLock } from './credentials-lock.ts';
import { keyRing, type KeyPlace } from './key.ts';
import { type Keychain, systemKeychain } from './keychain.ts';

/** Sign-ins, or the secrets of our own vault, one encrypted file each. */
export interface CredentialFiles {
  /** Undefined if there is none; rejects if it cannot be decrypted. */
  read(id: string): Promise<unknown>;
  /** Returns where the encryption key is stored. */
  write(id: string, value: unknown): Promise<KeyPlace>;
  /** False if there was none. */
  remove(id: string): Promise<boolean>;
  list(): Promise<{ readonly values: readonly unknown[]; readonly unreadable: readonly CredentialUnreadable[] }>;
  /** Runs `work` while no other process holds this credential. */
  exclusively<T>(id: string, work: () => Promise<T>): Promise<T>;
}

export interface CredentialOptions {
  readonly keychain?: Keychain;
  /** Directory in the state directory; default: that of the sign-ins. */
  readonly directory?: string;
  /** Directories that must not contain the files: their content could have planted them. */
  readonly outside?: readonly string[];
}

export function credentialFiles(host: Host, options: CredentialOptions = {}): CredentialFiles {
  const { keychain = systemKeychain(host), outside = [] } = options;
  const directory = stateFile(host, options.directory ?? 'credentials');
  const keys = keyRing(host, keychain);
  // Ids are chosen by people and may contain any character.
  const nameOf = (id: string): string => `${createHash('sha256').update(id).digest('hex')}.json`;
  const isOutside = async (): Promise<boolean> => (await enclosingDirectory(host, directory, outside)) === undefined;
  const refuse = async (): Promise<void> => {
    if (!(await isOutside())) throw new CredentialUnreadable(directory, 'it is inside the project');
  };

  const open = async (name: string): Promise<unknown> => {
    const path = `${directory}/${name}`;
    const text = await readPrivate(host, path);
    if (text === undefined) return undefined;
    const sealed = parseSealed(text);
    if (!sealed) throw new CredentialUnreadable(path, 'it is damaged');
    const key = await keys.find(sealed.key);
    if (!key) throw new KeyUnavailable(path, 'its key is missing, or the keychain is locked');
    try {
      return unseal(sealed, name, key);
    } catch (error) {
      throw new CredentialUnreadable(path, 'it was modified by another program', error);
    }
  };

  return {
    async read(id) {
      return (await isOutside()) ? open(nameOf(id)) : undefined;
    },
    async write(id, value) {
      await refuse();
      const { key, place } = await keys.own();
      await writePrivate(host, directory, nameOf(id), JSON.stringify(seal(value, nameOf(id), key)));
      return place;
    },
    async remove(id) {
      await refuse();
      const path = `${directory}/${nameOf(id)}`;
      if (!(await host.fs.status(path))) return false;
      await writing(path, () => host.fs.unlink(path));
      return true;
    },
    async list() {
      const values: unknown[] = [];
      const unreadable: CredentialUnreadable[] = [];
      for (const name of (await isOutside()) ? await namesIn(host, directory) : []) {
        try {
          values.push(await open(name));
        } catch (error) {
          if (!(error instanceof CredentialUnreadable)) throw error;
          unreadable.push(error);
        }
      }
      // Skips files removed in the meantime.
      return { values: values.filter((value) => value !== undefined), unreadable };
    },
    async exclusively(id, work) {
      await refuse();
      return withNamedLock(host, id, work);
    },
  };
}

async function namesIn(host: Host, directory: string): Promise<string[]> {
  const names = await host.fs.readDirectory(directory).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw new CredentialUnreadable(directory, reasonOf(error), error);
  });
  return names.filter((name) => name.endsWith('.json')).toSorted();
}
