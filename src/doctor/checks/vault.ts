import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { CredentialUnreadable, KeyUnavailable } from '../../store/credentials/credentials-file.ts';
import { type CredentialFiles, credentialFiles } from '../../store/credentials/credentials.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import type { Check, Issue } from '../types.ts';

/** Reports values of our own vault that cannot be read. Other vaults are programs, which are not started for this. */
export const vault: Check = async ({ host }) => {
  try {
    const { secrets } = await readVaultIndex(host);
    const own = secrets.filter((one) => one.vault === 'file');
    const files = filesOf(host);
    const found = await Promise.all(own.map(async ({ name }) => judge(files, name)));
    return found.flat();
  } catch (error) {
    if (!(error instanceof PlugboardError && error.code === 'place-unsafe')) throw error;
    const { path, why, remedy } = (error as PlugboardError<'place-unsafe'>).data;
    return [{ ...diagnostic('vault-unreadable', { path, why, remedy }, { file: path }), evidence: [] }];
  }
};

/** The files of the vault, with the keys that need no other program. */
function filesOf(host: Host): CredentialFiles {
  const keychain = {
    read: async (): Promise<undefined> => undefined,
    write: async (): Promise<never> => Promise.reject(new Error('The keychain is not asked.')),
  };
  return credentialFiles(host, { directory: 'vault', keychain });
}

async function judge(files: CredentialFiles, name: string): Promise<Issue[]> {
  try {
    if (typeof (await files.read(name)) === 'string') return [];
    return [{ ...diagnostic('secret-unreadable', { name, why: 'its file is missing' }), evidence: [] }];
  } catch (error) {
    // Without the key it is not known whether the value is sound.
    if (!(error instanceof CredentialUnreadable) || error instanceof KeyUnavailable) return [];
    const { path, why } = error;
    return [{ ...diagnostic('secret-unreadable', { name, why }, { file: path }), evidence: [] }];
  }
}
