import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import { wantsPassphrase } from '../../store/credentials/passphrase-key.ts';
import type { Form, FormSubject } from './choose-form.ts';

/** Read once, because a plan may write many entries. */
const passphrases = new WeakMap<Host, Promise<boolean>>();

/**
 * A warning if an entry could not open the vault where its client starts it: a client that is started from the desktop has
 * no passphrase in its environment, and the entry names no file with it.
 */
export async function lockedVault(
  host: Host,
  { client, scope }: Pick<FormSubject, 'client' | 'scope'>,
  { form, vaults, file }: { readonly form: Form; readonly vaults: readonly VaultId[]; readonly file: string },
): Promise<Diagnostic[]> {
  const isStartedByUs = form !== 'reference' && vaults.includes('file');
  // A file that is shared with others contains no path of this machine.
  const hasPassphrase = scope !== 'project' && Boolean(host.env['PLUGBOARD_PASSPHRASE_FILE']);
  if (!isStartedByUs || !client.behavior?.isDesktopApp || hasPassphrase) return [];
  const isWanted = passphrases.get(host) ?? wantsPassphrase(host);
  passphrases.set(host, isWanted);
  return (await isWanted) ? [diagnostic('passphrase-unavailable', { client: client.name }, { file })] : [];
}
