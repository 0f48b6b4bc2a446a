import type { ClientId } from '../../clients/registry.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import { type PlainSecret, secretsIn } from '../find/plain-secrets.ts';
import { type SecretSubject, subjectsHere } from '../find/subjects.ts';
import { giveSecrets } from '../grants.ts';
import { storeSecret } from '../secrets.ts';
import { readVaultIndex, type SecretRecord } from '../vault-index.ts';
import type { FormRequest, Form } from './choose-form.ts';
import { cleanState } from './clean-state.ts';
import { MIGRATE } from './migrate-action.ts';
import { EntryMigration } from './migrate-entry.ts';
import { type OldBackups, treatOldBackups } from './old-backups.ts';
import { SecretNames } from './referring.ts';

export interface MigrationRequest extends FormRequest {
  /** Names of servers or secrets to move; empty for all. */
  readonly names: readonly string[];
  readonly clients?: readonly ClientId[];
  /** Where in the vault, for vaults with a choice. */
  readonly at?: string | undefined;
  /** What happens to older backups that contain a moved value. */
  readonly oldBackups: OldBackups;
}

export interface MigratedEntry {
  readonly server: string;
  readonly client: string;
  readonly scope: string;
  readonly file: string;
  readonly form: Form;
  /** Names of the secrets that it has now from the vault. */
  readonly secrets: readonly string[];
}

/** A secret that stays in its file, and why. */
export interface LeftSecret {
  readonly server: string;
  readonly client: string;
  readonly file: string;
  readonly field: string;
  readonly why: LeftReason;
}

export type LeftReason =
  /** The client expands nothing in this field, and the launcher cannot replace it. */
  | 'not-expanded'
  /** The file is managed, or belongs to another client's rules. */
  | 'out-of-reach'
  /** The entry or its file has errors. */
  | 'invalid';

export interface Migration {
  readonly plan: Plan;
  readonly entries: readonly MigratedEntry[];
  readonly left: readonly LeftSecret[];
  /** Names of the secrets that the vault gets. */
  readonly stored: readonly string[];
  /** The values that leave the files. Never print them. */
  readonly values: readonly string[];
}

/**
 * Plans to move plain secrets out of all files into a vault. The values are stored when the plan is applied, before any
 * file is written. The files' backups are encrypted.
 */
export async function planMigration(host: Host, request: MigrationRequest): Promise<Migration> {
  const { secrets: records } = await readVaultIndex(host);
  const subjects = (await subjectsHere(host, request.clients ? { clients: request.clients } : {}))
    .map((subject) => ({ subject, found: secretsIn(subject.server) }))
    .filter(({ found }) => found.length > 0);
  const draft = new PlanDraft(host, '');
  const names = new SecretNames(records);
  const migration = new EntryMigration(draft, request);
  const left: LeftSecret[] = [];
  // Our own files first: a remote server that moves to the catalog must not take the name of one that is there. Servers
  // that are asked for get the names they want.
  const rank = ({ subject }: (typeof subjects)[number]): number => rankOf(subject, request.names);
  for (const { subject, found } of subjects.toSorted((a, b) => rank(a) - rank(b))) {
    const referring = await names.refer(subject.name, subject.server);
    if (!isNamed(subject, [...referring.values.keys()], request.names)) continue;
    const why = await migration.move(subject, referring);
    const rest = why === undefined ? migration.leftIn(subject) : found;
    left.push(...rest.map((secret) => leftOf(subject, secret, why ?? 'not-expanded')));
  }
  const values = migration.values;
  const stored = [...values.keys()].filter((name) => !records.some((one) => one.name === name && one.fingerprint));
  await cleanState(draft, values);
  const plan: Plan = {
    ...draft.plan(),
    title: `move ${count(values.size, 'secret')} to the vault ${request.vault}`,
    action: MIGRATE,
    sealed: true,
    prepare: async () => store(host, request, values, records, migration),
  };
  return { plan, entries: migration.entries, left, stored, values: [...values.values()] };
}

function rankOf({ name, client, scope }: SecretSubject, wanted: readonly string[]): number {
  const isMeant = wanted.length === 0 || wanted.includes(name);
  return (isMeant ? 0 : 10) + (client.verbatim ? 0 : scope === 'user' ? 1 : 2);
}

function isNamed({ name }: SecretSubject, secrets: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.includes(name) || secrets.some((secret) => wanted.includes(secret));
}

function leftOf({ name, client, file }: SecretSubject, { path }: PlainSecret, why: LeftReason): LeftSecret {
  return { server: name, client: client.id, file, field: path.join('.'), why };
}

/** Files lose the values only after each of them was stored and read back. */
async function store(
  host: Host,
  { vault, at, oldBackups }: MigrationRequest,
  values: ReadonlyMap<string, string>,
  records: readonly SecretRecord[],
  { grants }: EntryMigration,
): Promise<void> {
  for (const [name, value] of values) {
    // The vault has it already, under this name.
    const isKnown = records.some((one) => one.name === name && one.fingerprint !== undefined);
    if (!isKnown) await storeSecret(host, name, value, { vault, at });
  }
  await giveSecrets(host, grants);
  await treatOldBackups(host, [...values.values()], oldBackups);
}
