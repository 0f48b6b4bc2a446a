import type { Command } from 'commander';
import { absolute } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { type VaultId, vaultIds } from '../../model/secrets/vault-id.ts';
import { defaultVault } from '../../secrets/vaults/open-vault.ts';
import { isBehindPassphrase } from '../../store/credentials/passphrase-key.ts';
import type { CommandContext } from '../program/command-context.ts';

export interface VaultFlags {
  readonly to?: string;
  readonly at?: string;
}

/** Declares where values go. */
export function declareVault(command: Command, ids: readonly VaultId[] = vaultIds): Command {
  return command
    .option('--to <vault>', `vault: ${ids.join(', ')}; default: keychain, or file where there is none`)
    .option('--at <place>', 'where in the vault: a file for env-file, op://vault/item/field, an entry of pass');
}

/** The chosen vault, or the default one. Exits with a usage error if there is no such vault. */
export async function vaultIn(
  { to, at }: VaultFlags,
  host: Host,
  command: Command,
): Promise<{ vault: VaultId; at?: string }> {
  const known = vaultIds.find((id) => id === to);
  if (to !== undefined && !known) command.error(`error: --to takes ${vaultIds.join(', ')}, not '${to}'`);
  const vault = known ?? (await defaultVault(host));
  if (at === undefined) return { vault };
  return { vault, at: vault === 'env-file' ? absolute(at.replace(/^~(?=\/)/, host.home), host.cwd) : at };
}

/** The host, with the passphrase of the vault if it needs one and a person can be asked. */
export async function hostWithPassphrase(context: CommandContext): Promise<Host> {
  const { host } = context;
  const { PLUGBOARD_PASSPHRASE: given, PLUGBOARD_PASSPHRASE_FILE: file } = host.env;
  if (given || file || !context.interactive || !(await isBehindPassphrase(host))) return host;
  const { askHidden } = await import('../input/ask.ts');
  return { ...host, env: { ...host.env, PLUGBOARD_PASSPHRASE: await askHidden('Passphrase of the vault') } };
}
