import { closest } from '../model/closest.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { VaultId } from '../model/secrets/vault-id.ts';
import { sameValue } from '../model/value.ts';
import { withNamedLock } from '../store/credentials/credentials-lock.ts';
import { changeVaultIndex, isSecretId, readVaultIndex, type SecretRecord } from '../store/vault/vault-index.ts';
import { openVault } from './vaults/open-vault.ts';
import type { Vault } from './vaults/vault.ts';

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
export async function storeSecret(
  host: Host,
  name: string,
  value: string,
  place: SecretPlace,
  seen?: readonly SecretRecord[],
): Promise<void> {
  await storeSecrets(host, new Map([[name, value]]), place, seen);
}

/**
 * Stores values by their names; none if one is too long. The index is written once, also if one of them cannot be stored.
 * With `seen`, throws `secret-exists` for a name that has got another record since these were read.
 */
export async function storeSecrets(
  host: Host,
  values: ReadonlyMap<string, string>,
  { vault: id, at: wanted }: SecretPlace,
  seen?: readonly SecretRecord[],
): Promise<void> {
  if (values.size === 0) return;
  for (const name of values.keys()) checkSecretName(name);
  const vault = await openVault(host, id, []);
  for (const [name, value] of values) {
    const [bytes, limit] = [Buffer.byteLength(value), (await vault.limit?.(name)) ?? Infinity];
    if (bytes > limit) throw new PlugboardError('vault-value-too-long', { vault: id, name, bytes, limit });
  }
  const { secretFingerprint } = await import('./find/secret-fingerprint.ts');
  await whileNoOther(host, id, async () => {
    if (seen) await expectUnchanged(host, [...values.keys()], seen);
    const stored = new Map<string, Place>();
    try {
      for (const [name, value] of values) {
        const at = await keep(vault, name, value, { vault: id, at: wanted });
        const fingerprint = await secretFingerprint(value);
        stored.set(name, { vault: id, ...(at !== undefined && { at }), fingerprint });
      }
    } finally {
      if (stored.size > 0) await putRecords(host, stored);
    }
  });
}

async function expectUnchanged(host: Host, names: readonly string[], seen: readonly SecretRecord[]): Promise<void> {
  const { secrets } = await readVaultIndex(host);
  const [now, before] = [secrets, seen].map((records) => new Map(records.map((one) => [one.name, one])));
  for (const name of names) {
    const record = now?.get(name);
    if (record && !isSame(record, before?.get(name))) throw new PlugboardError('secret-exists', { name });
  }
}

function isSame(one: SecretRecord, other: SecretRecord | undefined): boolean {
  return sameValue({ ...one }, { ...other });
}

/** For a process that waits at each of a few steps until a person has unlocked the vault. */
const PATIENCE_MS = 300_000;

/**
 * Runs `work` while no other process changes values of the vault: what it puts back must not replace the value of another
 * one.
 */
async function whileNoOther(host: Host, vault: VaultId, work: () => Promise<void>): Promise<void> {
  await withNamedLock(host, `vault-values ${vault}`, work, { patience: PATIENCE_MS });
}

/** Stores a value and reads it back. If that fails, the vault gets back what it had. */
async function keep(
  vault: Vault,
  name: string,
  value: string,
  { vault: id, at: wanted }: SecretPlace,
): Promise<string | undefined> {
  // A value that cannot be read, for example because its key is lost, can still be replaced.
  const [before] = await Promise.allSettled([vault.read(name, wanted)]);
  let at = wanted;
  try {
    at = await vault.write(name, value, wanted);
    if ((await vault.read(name, at)) === value) return at;
  } catch (error) {
    const now = await putBack(vault, name, at, before);
    if (before.status === 'rejected' || now !== 'unknown') throw error;
    throw new PlugboardError('vault-not-kept', { vault: id, name, now }, error);
  }
  throw new PlugboardError('vault-not-kept', { vault: id, name, now: await putBack(vault, name, at, before) });
}

async function putBack(
  vault: Vault,
  name: string,
  at: string | undefined,
  before: PromiseSettledResult<string | undefined>,
): Promise<'restored' | 'removed' | 'unknown'> {
  if (before.status === 'rejected') return 'unknown';
  const { value } = before;
  const isAsBefore = async (): Promise<boolean> =>
    vault.read(name, at).then(
      (now) => now === value,
      () => false,
    );
  try {
    if (!(await isAsBefore())) await (value === undefined ? vault.remove(name, at) : vault.write(name, value, at));
  } catch {
    return 'unknown';
  }
  if (!(await isAsBefore())) return 'unknown';
  return value === undefined ? 'removed' : 'restored';
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
  await whileNoOther(host, vault, async () => {
    await expectUnchanged(host, [name], [record]);
    // A linked value belongs to another program.
    if (record.fingerprint !== undefined) await (await openVault(host, vault, [])).remove(name, at);
    await changeVaultIndex(host, ({ secrets, grants }) => {
      const left = secrets.filter((one) => !isSame(one, record));
      // Another command may have stored it in another vault meanwhile.
      const isKept = left.some((one) => one.name === name);
      return { secrets: left, grants: isKept ? grants : grants.filter((grant) => !grant.secrets.includes(name)) };
    });
  });
}

export function checkSecretName(name: string): void {
  if (!isSecretId(name)) throw new PlugboardError('secret-name-invalid', { name });
}
