import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { CredentialUnreadable } from '../../store/credentials/credentials-file.ts';
import { credentialFiles } from '../../store/credentials/credentials.ts';
import type { Vault } from './vault.ts';

/**
 * Our own vault: one encrypted file per value, in the state directory. The key is in the keychain, in a file of another
 * directory, or behind a passphrase.
 */
export function fileVault(host: Host, outside: readonly string[]): Vault {
  const files = credentialFiles(host, { directory: 'vault', outside });
  const reporting = async <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      if (!(error instanceof CredentialUnreadable)) throw error;
      throw new PlugboardError('vault-failed', { vault: 'file', why: error.message }, error);
    });
  return {
    async read(name) {
      const value = await reporting(async () => files.read(name));
      return typeof value === 'string' ? value : undefined;
    },
    async write(name, value) {
      await reporting(async () => files.write(name, value));
      return undefined;
    },
    async remove(name) {
      await reporting(async () => files.remove(name));
    },
  };
}
