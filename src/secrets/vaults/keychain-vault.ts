import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { systemKeychain } from '../../store/credentials/keychain.ts';
import { nameInVault } from './name-in-vault.ts';
import { vaultFailure } from './vault-program.ts';
import type { Vault } from './vault.ts';

/** The keychain of the system: the Secret Service or the macOS keychain. */
export function keychainVault(host: Host): Vault {
  const keychain = systemKeychain(host);
  const account = async (name: string): Promise<string> => `secret:${await nameInVault(host, name)}`;
  const reporting = async <T>(work: () => Promise<T>, value = ''): Promise<T> =>
    work().catch((error: unknown) => {
      if (error instanceof PlugboardError) throw error;
      throw vaultFailure('keychain', error instanceof Error ? error.message : '', [value]);
    });
  return {
    read: async (name) => reporting(async () => keychain.read(await account(name))),
    async write(name, value) {
      await reporting(async () => keychain.write(await account(name), value), value);
      return undefined;
    },
    remove: async (name) => reporting(async () => keychain.remove(await account(name))),
    limit: async (name) => keychain.limit(await account(name)),
  };
}

/** Whether this system has a keychain that answers. */
export async function hasKeychain(host: Host): Promise<boolean> {
  return keychainVault(host)
    .read('', undefined)
    .then(
      () => true,
      () => false,
    );
}
