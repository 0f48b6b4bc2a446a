import { clients } from '../../clients/registry.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { mapTexts } from '../../model/diagnostics/texts.ts';
import { entryLine } from '../../model/launcher/entry-line.ts';
import { readLauncher, secretsOf } from '../../model/launcher/launcher-entry.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import { replaceReferences } from '../../model/reference.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { entryGrants, notGivenTo, projectKey } from '../../store/vault/grants.ts';
import { readVaultIndex, type SecretRecord, type VaultIndex } from '../../store/vault/vault-index.ts';
import { isInProject } from '../../trust/territory.ts';
import { isForeign, type OutsideText } from '../outside/outside-text.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { entryIn } from '../plan/put-server.ts';
import type { ProjectSource } from '../project-source.ts';
import { referencesIn } from '../secrets/without-secrets.ts';
import { canExpress, chooseForm, type FormSubject } from './choose-form.ts';
import { formedEntry, gatewayEntry, ownParts } from './form-entry.ts';
import { lockedVault } from './locked-vault.ts';
import { ServedServers } from './served-servers.ts';

interface KnownSecrets {
  readonly index: VaultIndex;
  readonly byName: ReadonlyMap<string, SecretRecord>;
}

/** Read once in a plan, because a plan may write many servers. */
const indexes = new WeakMap<PlanDraft, Promise<KnownSecrets>>();

/** What the vault has. Empty if the index cannot be read: a server is then written as it is. */
export async function knownIn(draft: PlanDraft): Promise<KnownSecrets> {
  const reading = indexes.get(draft) ?? readKnown(draft);
  indexes.set(draft, reading);
  return reading;
}

async function readKnown({ host }: PlanDraft): Promise<KnownSecrets> {
  const index = await readVaultIndex(host).catch(emptyIfUnusable);
  return { index, byName: new Map(index.secrets.map((record) => [record.name, record])) };
}

/** Whether the vault has a secret, so that entries may have to differ from their definition. */
export async function hasVault(draft: PlanDraft): Promise<boolean> {
  return (await knownIn(draft)).byName.size > 0;
}

/** Whether a launcher was not given all of its secrets that the vault has. */
export async function lacksSecrets(draft: PlanDraft, server: Server): Promise<boolean> {
  const line = readLauncher(server);
  if (!line) return false;
  const { index, byName } = await knownIn(draft);
  return notGivenTo(index, line, draft.host).some((secret) => byName.has(secret));
}

function emptyIfUnusable(error: unknown): VaultIndex {
  if (error instanceof PlugboardError) return { secrets: [], grants: [] };
  throw error;
}

export interface VaultedEntry {
  readonly server: Server;
  /** Why it could not start there. */
  readonly issues?: readonly Diagnostic[];
  /** Whether a launcher in it may have its secrets: as before if it is copied, and never without a person's word. */
  readonly mayHaveSecrets: boolean;
}

/**
 * A server as a migration would have written it for this client, if it refers to secrets of the vault: a plain reference
 * would start it without its key where nothing provides the variable. Any other server as it is. `add` puts a remote
 * server into the catalog if only the gateway can serve it; without it, only one that is there is served.
 */
export async function vaultedEntry(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  given: Server,
  add?: { readonly source: ProjectSource | undefined; readonly outside?: OutsideText | undefined },
): Promise<VaultedEntry> {
  const { byName: known } = await knownIn(draft);
  const line = readLauncher(given);
  const asGiven = { server: given, mayHaveSecrets: false };
  if (known.size === 0 || (line && !secretsOf(line).every((secret) => known.has(secret)))) return asGiven;
  // Without its launcher, it would count as a server that may have its secrets.
  if (await lacksSecrets(draft, given)) return asGiven;
  const server = startedServer(given);
  const wanted = referencesIn(server as Value).filter(({ fallback }) => fallback === undefined);
  const records = [...new Set(wanted.map((one) => one.name))].flatMap((one) => known.get(one) ?? []);
  if (records.length === 0) return asGiven;
  const secrets = new Set(records.map((record) => record.name));
  const vaults = records.map((record) => record.vault);
  const isProvided = records.every((one) => draft.host.env[one.name] !== undefined || one.vault === 'env-file');
  const subject = subjectOf(document, name, server, secrets);
  // What the client could not use with plain secrets either stays refused.
  if (!canExpress(draft.host, subject, subject.server)) return asGiven;
  // A command that prints a value does not check whose entry it is.
  const mayPrint = !isForeign(add?.outside) && !(await draft.isOutside(given));
  const form = await chooseForm(draft.host, subject, { server, secrets, isProvided, mayPrint }, 'auto');
  const issues = await lockedVault(draft.host, subject, { form, vaults, file: document.path });
  const parts = await ownParts(draft.host, subject, vaults, form);
  if (form !== 'gateway') {
    const formed = formedEntry(form, draft.host, subject, { server, secrets }, parts);
    return formed ? { server: formed, issues, mayHaveSecrets: true } : asGiven;
  }
  const served = add
    ? await servedIn(draft).nameFor(draft, name, server, { source: async () => add.source, outside: add.outside })
    : await nameInCatalog(draft, name, server);
  return served === undefined ? asGiven : { server: gatewayEntry(server, served, parts), issues, mayHaveSecrets: true };
}

export type WouldBe =
  | { readonly server: Server; readonly why?: never }
  /** Why it cannot be written: Plugboard is not installed. */
  | { readonly server?: never; readonly why: string };

/** `vaultedEntry` for comparisons: one server that cannot be written must not hide the others. */
export async function wouldBeVaulted(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  given: Server,
): Promise<WouldBe> {
  try {
    const { server } = await vaultedEntry(draft, document, name, given);
    return { server };
  } catch (error) {
    if (error instanceof PlugboardError && error.code === 'program-temporary')
      return { why: notInstalled((error as PlugboardError<'program-temporary'>).data) };
    throw error;
  }
}

function notInstalled({ install }: PlugboardError<'program-temporary'>['data']): string {
  return `no installed "plugboard" is on your PATH; run: ${install}`;
}

/**
 * Gives an entry that was written to a file its secrets as it starts here, unless the server comes from a project, and reports
 * its issues. In the file of a project it is the person's word for that project.
 */
export async function giveVaulted(
  draft: PlanDraft,
  { name, file }: { readonly name: string; readonly file: string },
  { server, issues = [], mayHaveSecrets }: VaultedEntry,
  source: ProjectSource | undefined,
): Promise<void> {
  draft.report(...issues);
  if (source || !mayHaveSecrets) return;
  const { cwd, home } = draft.host;
  const isShared = isInProject(file, cwd, home);
  const { byName } = await knownIn(draft);
  const launched = readLauncher(server);
  const line = launched ?? entryLine(name, server, new Set(byName.keys()));
  if (secretsOf(line).length === 0 || (isShared && !launched)) return;
  draft.grant(...entryGrants(line));
  if (isShared) draft.grant({ key: projectKey(name, server, cwd), server: name, secrets: secretsOf(line) });
}

const served = new WeakMap<PlanDraft, ServedServers>();

function servedIn(draft: PlanDraft): ServedServers {
  const all = served.get(draft) ?? new ServedServers();
  served.set(draft, all);
  return all;
}

async function nameInCatalog(draft: PlanDraft, name: string, server: Server): Promise<string | undefined> {
  const catalog = await draft.open({ client: clients.canonical, scope: 'user' }).catch(() => undefined);
  const there = catalog && (await entryIn(draft, catalog, name));
  return there && runDefinition(there.server) === runDefinition(server) ? name : undefined;
}

/** The entry with any text in place of its secrets: what a client loses of the references shows how it reads them. */
function subjectOf(
  { client, place, revision }: OpenDocument,
  name: string,
  server: Server,
  secrets: ReadonlySet<string>,
): FormSubject {
  const { scope, variant } = place;
  const withoutNames = (text: string): string => replaceReferences(text, (one) => (secrets.has(one) ? 'x' : undefined));
  const plain = mapTexts(server as Value, withoutNames) as Server;
  return { name, server: plain, client, scope, ...(variant !== undefined && { variant }), root: revision.value };
}
