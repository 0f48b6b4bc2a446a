import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { withoutLauncher } from '../../model/launcher/launcher-entry.ts';
import { type PlainSecret, secretsIn } from '../../model/secrets/plain-secrets.ts';
import { giveSecrets } from '../../store/vault/grants.ts';
import { readVaultIndex, type SecretRecord } from '../../store/vault/vault-index.ts';
import type { Plan } from '../../store/write/plan.ts';
import { type SecretSubject, subjectsHere } from '../find/subjects.ts';
import { readSecret, storeSecrets } from '../secrets.ts';
import { cleanState } from './clean-state.ts';
import { leftElsewhere } from './left-elsewhere.ts';
import { MIGRATE } from './migrate-action.ts';
import { EntryMigration, whyLeft } from './migrate-entry.ts';
import type { LeftReason, LeftSecret, Migration, MigrationRequest } from './migration.ts';
import { treatOldBackups } from './old-backups.ts';
import { SecretNames } from './referring.ts';

/**
 * Plans to move plain secrets out of all files into a vault. The values are stored when the plan is applied, before any
 * file is written. The files' backups are encrypted.
 */
export async function planMigration(host: Host, request: MigrationRequest): Promise<Migration> {
  const index = await readVaultIndex(host);
  const { secrets: records } = index;
  const subjects = (await subjectsHere(host, request))
    .map((subject) => ({ subject, found: secretsIn(subject.server) }))
    .filter(({ found }) => found.length > 0);
  const draft = new PlanDraft(host, '');
  const names = new SecretNames(records);
  const migration = new EntryMigration(draft, request, index);
  const left: LeftSecret[] = [];
  // Our own files first: a remote server that moves to the catalog must not take the name of one that is there. Servers
  // that are asked for get the names they want.
  const rank = ({ subject }: (typeof subjects)[number]): number => rankOf(subject, request.names);
  for (const { subject, found } of subjects.toSorted((a, b) => rank(a) - rank(b))) {
    const referring = await names.refer(subject.name, withoutLauncher(subject.server));
    if (!isNamed(subject, [...referring.values.keys()], request.names)) continue;
    const why = await migration.move(subject, referring);
    const rest =
      why === undefined ? migration.leftIn(subject) : found.map((secret) => ({ secret, why: whyLeft(secret, why) }));
    left.push(...rest.map((one) => leftOf(subject, one.secret, one.why)));
  }
  const values = migration.values;
  const kept = new Set(records.filter(({ fingerprint }) => fingerprint !== undefined).map(({ name }) => name));
  const stored = [...values.keys()].filter((name) => !kept.has(name));
  await cleanState(draft, values);
  const drafted = draft.plan();
  left.push(...leftElsewhere(host, drafted, migration));
  const plan: Plan = {
    ...drafted,
    title: `move ${count(values.size, 'secret')} to ${vaultsOf(migration, request)}`,
    action: MIGRATE,
    sealed: true,
    prepare: async () => store(request.keptOn ?? host, request, values, records, migration),
  };
  return { plan, entries: migration.entries, left, stored, values: [...values.values()] };
}

/** In words. A value that is in another vault already stays there. */
function vaultsOf(migration: EntryMigration, { vault }: MigrationRequest): string {
  const used = [...new Set([...migration.values.keys()].map((secret) => migration.vaultOf(secret)))];
  return used.length > 1 ? `the vaults ${used.join(' and ')}` : `the vault ${used[0] ?? vault}`;
}

function rankOf({ name, client, scope }: SecretSubject, wanted: readonly string[]): number {
  const isMeant = wanted.length === 0 || wanted.includes(name);
  return (isMeant ? 0 : 10) + (client.verbatim ? 0 : scope === 'user' ? 1 : 2);
}

function isNamed({ name }: SecretSubject, secrets: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.includes(name) || secrets.some((secret) => wanted.includes(secret));
}

function leftOf({ name, client, file, elsewhere }: SecretSubject, { path }: PlainSecret, why: LeftReason): LeftSecret {
  const place = { file, ...(elsewhere !== undefined && { elsewhere }) };
  return { server: name, client: client.id, ...place, field: path.join('.'), why };
}

/** Files lose the values only after each of them was stored and read back. */
async function store(
  host: Host,
  { vault, at, oldBackups }: MigrationRequest,
  values: ReadonlyMap<string, string>,
  records: readonly SecretRecord[],
  { grants }: EntryMigration,
): Promise<void> {
  const added = new Map<string, string>();
  for (const [name, value] of values) {
    const known = records.find((one) => one.name === name && one.fingerprint !== undefined);
    if (!known) added.set(name, value);
    // A fingerprint is short, and the value may have been changed in its vault.
    else if ((await readSecret(host, known)) !== value) throw new PlugboardError('secret-exists', { name });
  }
  await storeSecrets(host, added, { vault, at }, records);
  await giveSecrets(host, grants);
  await treatOldBackups(host, [...values.values()], oldBackups);
}
