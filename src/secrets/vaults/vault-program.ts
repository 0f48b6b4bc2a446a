import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { KeychainProgram } from '../../model/secrets/keychain-program.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import { visible } from '../../model/visible.ts';
import { type Ended, runVaultProgram } from '../../store/credentials/run-vault-program.ts';
import { codeOf } from '../../store/read/reason.ts';
import { ownEnvironment } from '../../trust/own-programs.ts';

/** A person may have to unlock the vault first. */
const LIMIT_MS = 60_000;

/** Runs the program of a vault in the home directory, never one that a project provides. */
export async function runVault(host: Host, vault: VaultId, program: KeychainProgram): Promise<Ended> {
  try {
    return await runVaultProgram(program, ownEnvironment(host), host.home, LIMIT_MS);
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT';
    const why = isMissing
      ? `${program.file} is not installed, or not on the PATH`
      : 'its program did not answer in time';
    throw new PlugboardError('vault-failed', { vault, why }, error);
  }
}

/** Rejects if the program failed. What it reported is told unless it shows a part of one of `secrets`. */
export function expectDone(vault: VaultId, { code, errors }: Ended, secrets: readonly string[] = []): void {
  if (code !== 0) throw vaultFailure(vault, errors, secrets);
}

export function vaultFailure(vault: VaultId, errors: string, secrets: readonly string[] = []): PlugboardError {
  const lines = errors.split('\n').map((line) => line.trim());
  const told = lines.filter(Boolean).slice(-2).join(' / ').slice(0, 300);
  const why = secrets.some((secret) => showsPart(told, secret))
    ? 'what its program reported contains a part of the value, and is not shown'
    : visible(maskLine(told)) || 'its program reported no reason';
  return new PlugboardError('vault-failed', { vault, why });
}

/** Characters in a row that are in both. A program may report a line of the value, or what is left of a cut one. */
const PART = 4;

function showsPart(text: string, secret: string): boolean {
  const forms = [secret, Buffer.from(secret).toString('base64')].filter(Boolean);
  const parts = Array.from(text, (_, index) => text.slice(index, index + PART)).filter((part) => part.length === PART);
  return forms.some((form) => (form.length < PART ? text.includes(form) : parts.some((part) => form.includes(part))));
}
