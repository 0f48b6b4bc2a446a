import type { Host } from '../../model/host.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import type { Vault } from './vault.ts';

/** Opens a vault. Its code is loaded now, because a command uses one of them. */
export async function openVault(host: Host, id: VaultId, outside: readonly string[]): Promise<Vault> {
  switch (id) {
    case 'keychain':
      return (await import('./keychain-vault.ts')).keychainVault(host);
    case 'file':
      return (await import('./file-vault.ts')).fileVault(host, outside);
    case 'env-file':
      return (await import('./env-file-vault.ts')).envFileVault(host);
    case '1password':
      return (await import('./one-password-vault.ts')).onePasswordVault(host);
    case 'pass':
      return (await import('./pass-vault.ts')).passVault(host);
    case 'command':
      return (await import('./command-vault.ts')).commandVault(host);
  }
}

/** The vault for a value if none is chosen: the keychain, or our encrypted files where there is none. */
export async function defaultVault(host: Host): Promise<VaultId> {
  const { hasKeychain } = await import('./keychain-vault.ts');
  return (await hasKeychain(host)) ? 'keychain' : 'file';
}
