import { closest } from '../model/closest.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { VaultId } from '../model/secrets/vault-id.ts';
import { changeVaultIndex, isSecretId, readVaultIndex, type SecretRecord } from '../store/vault/vault-index.ts';
import { openVault } from './vaults/open-vault.ts';

export interface SecretPlace {
  readonly vault: VaultId;
  /** Where in the vault, for vaults with addresses. */
  readonly at?: string | undefined;
}

/** The record of a secret. Throws `secret-unknown` if there is none. */
export async function findSecret(host: Host, name: string, outside: readonly string[] = []): Promise<SecretRecord> {
  const { secrets } = await readVaultIndex(host, outside);
  const record = secrets.find((one) => one.name === name);
  if (record) return record;
  const known = secrets.map((one) => one.name);
  const near = closest(name, known);
  throw new PlugboardError('secret-unknown', { name, ...(near !== undefined && { near }) });
}

/** The value of a secret. */
export async function readSecret(host: Host, record: SecretRecord, outside: readonly string[] = []): Promise<string> {
  const vault = await openVault(host, record.vault, outside);
  const value = await vault.read(record.name, record.at);
  if (value !== undefined) return value;
  throw new PlugboardError('vault-failed', { vault: record.vault, why: `it has no value for ${record.name}` });
}

/** Stores a value and reads it back, because a file is about to lose it. Replaces the value of a known name. */
export async function storeSecret(host: Host, name: string, value: string, place: SecretPlace): Promise<void> {
  await storeSecrets(host, new Map([[name, value]]), place);
}

/** Stores values by their names. The index is written once, also if one of them cannot be stored. */
export async function storeSecrets(
  host: Host,
  values: ReadonlyMap<string, string>,
  { vault: id, at: wanted }: SecretPlace,
): Promise<void> {
  if (values.size === 0) return;
  for (const name of values.keys()) checkSecretName(name);
  const vault = await openVault(host, id, []);
  const { secretFingerprint } = await import('./find/secret-fingerprint.ts');
  const stored = new Map<string, Place>();
  try {
    for (const [name, value] of values) {
      const at = await vault.write(name, value, wanted);
      if ((await vault.read(name, at)) !== value)
        throw new PlugboardError('vault-failed', { vault: id, why: `it did not keep the value of ${name}` });
      const fingerprint = await secretFingerprint(value);
      stored.set(name, { vault: id, ...(at !== undefined && { at }), fingerprint });
    }
  } finally {
    if (stored.size > 0) await putRecords(host, stored);
  }
}

/** Refers to a value that is kept by another program: an item of 1Password, an entry of pass, any command. */
export async function linkSecret(host: Host, name: string, place: Required<SecretPlace>): Promise<void> {
  checkSecretName(name);
  const { vault, at } = place;
  await putRecords(host, new Map([[name, { vault, ...(at !== undefined && { at }) }]]));
}

type Place = Pick<SecretRecord, 'vault' | 'at' | 'fingerprint'>;

async function putRecords(host: Host, places: ReadonlyMap<string, Place>): Promise<void> {
  const now = host.now().toISOString();
  await changeVaultIndex(host, ({ secrets, grants }) => {
    const created = new Map(secrets.map((one) => [one.name, one.created]));
    const changed = [...places].map(([name, place]): SecretRecord => {
      const before = created.get(name);
      return { name, ...place, ...(before === undefined ? { created: now } : { created: before, changed: now }) };
    });
    return { grants, secrets: [...secrets.filter(({ name }) => !places.has(name)), ...changed] };
  });
}

/** Removes a value from its vault, and the record of it. */
export async function removeSecret(host: Host, record: SecretRecord): Promise<void> {
  const { name, vault, at } = record;
  // A linked value belongs to another program.
  if (record.fingerprint !== undefined) await (await openVault(host, vault, [])).remove(name, at);
  await changeVaultIndex(host, ({ secrets, grants }) => ({
    secrets: secrets.filter((one) => one.name !== name),
    grants: grants.filter((grant) => !grant.secrets.includes(name)),
  }));
}

export function checkSecretName(name: string): void {
  if (!isSecretId(name)) throw new PlugboardError('secret-name-invalid', { name });
}
