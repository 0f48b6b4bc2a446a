import { dirname, resolve } from 'node:path';
import { projectHosts } from '../../manage/plan/draft-host.ts';
import type { OpenDocument, PlanDraft } from '../../manage/plan/plan-draft.ts';
import { sourceIn } from '../../manage/plan/put-server.ts';
import { referencesIn } from '../../manage/secrets/without-secrets.ts';
import { updateIn } from '../../manage/update.ts';
import {
  canExpress,
  changedFields,
  chooseForm,
  type Form,
  type FormRequest,
  type FormSubject,
} from '../../manage/vaulted/choose-form.ts';
import { formedEntry, gatewayEntry, ownParts } from '../../manage/vaulted/form-entry.ts';
import { lockedVault } from '../../manage/vaulted/locked-vault.ts';
import { ServedServers } from '../../manage/vaulted/served-servers.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { entryLine } from '../../model/launcher/entry-line.ts';
import { readLauncher, secretsOf, servedName } from '../../model/launcher/launcher-entry.ts';
import { type PlainSecret, secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { openSet } from '../../sets/set-document.ts';
import { isBelow, realPath } from '../../store/state/enclosing-directory.ts';
import {
  entryGrants,
  launcherGrant,
  type NewGrant,
  notGiven,
  notGivenTo,
  outsideKey,
  projectKey,
} from '../../store/vault/grants.ts';
import type { VaultIndex } from '../../store/vault/vault-index.ts';
import { validateServerConfig } from '../../validate/server-config.ts';
import type { SecretSubject } from '../find/subjects.ts';
import { isUnbound, withoutComposed } from './client-values.ts';
import type { LeftReason, MigratedEntry } from './migration.ts';
import type { ReferringServer } from './referring.ts';
import { type IsRefused, policyJudge } from './refused-by-policy.ts';

/** Fields whose secrets the launcher and the gateway can replace; others need a client that expands references. */
const replaceable = ['command', 'args', 'env', 'url', 'headers'];

interface LeftInEntry {
  readonly secret: PlainSecret;
  readonly why: LeftReason;
}

/** Rewrites entries one after the other in one plan. */
export class EntryMigration {
  readonly #draft: PlanDraft;
  readonly #request: FormRequest;
  readonly #index: VaultIndex;
  readonly #isRefused: IsRefused;
  readonly #hostOf: (project: string) => Host;
  /** By project. */
  readonly #drafts = new Map<string, PlanDraft>();
  /** The name under which a file is changed, by its real path: a plan cannot change it under two. */
  readonly #files = new Map<string, string>();
  readonly #left = new Map<SecretSubject, readonly LeftInEntry[]>();
  readonly #served = new ServedServers();
  readonly entries: MigratedEntry[] = [];
  readonly grants: NewGrant[] = [];
  /** Values to store, by name. */
  readonly values = new Map<string, string>();

  constructor(draft: PlanDraft, request: FormRequest, index: VaultIndex) {
    this.#draft = draft;
    this.#request = request;
    this.#index = index;
    this.#isRefused = policyJudge(draft.host);
    this.#hostOf = projectHosts(draft.host);
  }

  /** Where the value of a secret is, or will be: a value that is in a vault already stays there. */
  vaultOf(secret: string): VaultId {
    const known = this.#index.secrets.find(({ name, fingerprint }) => name === secret && fingerprint !== undefined);
    return known?.vault ?? this.#request.vault;
  }

  /** The secrets that stay in an entry that was rewritten, and why. */
  leftIn(subject: SecretSubject): readonly LeftInEntry[] {
    return this.#left.get(subject) ?? [];
  }

  /** Rewrites an entry. Returns why it cannot be, if so. */
  async move(subject: SecretSubject, all: ReferringServer): Promise<LeftReason | undefined> {
    const { name, client, scope, elsewhere } = subject;
    if (scope === 'managed') return 'out-of-reach';
    if (validateServerConfig(name, subject.server).length > 0) return 'invalid';
    const draft = this.#draftFor(subject);
    const movable = this.#movable(draft.host, subject, all);
    if (movable.values.size === 0) return 'not-expanded';
    const referring = withoutComposed(movable);
    if (referring.values.size === 0) return 'client-variables';
    const document = await this.#open(subject);
    if (!document) return 'out-of-reach';
    const isProvided = [...referring.values].every(
      ([secret, value]) => draft.host.env[secret] === value || this.vaultOf(secret) === 'env-file',
    );
    const meant = { server: referring.server, secrets: new Set(referring.values.keys()), isProvided };
    const form = await chooseForm(draft.host, formSubject(subject), meant, this.#request.as);
    const changed = await this.#changed(form, subject, referring);
    if (typeof changed === 'string') return changed;
    if (isUnbound(subject, changed)) return 'client-variables';
    if (await this.#isForbidden(subject, changed)) return 'policy';
    const vaults = this.#vaultsFor(subject, referring);
    draft.report(...(await lockedVault(this.#draft.host, subject, { form, vaults, file: document.path })));
    await updateIn(draft, document, name, (server) => ({
      ...withoutFields(server, subject.server, changed),
      ...changed,
    }));
    const why = referring === movable ? 'not-expanded' : 'client-variables';
    this.#left.set(
      subject,
      secretsIn(changed).map((secret) => ({ secret, why: whyLeft(secret, why) })),
    );
    for (const [secret, value] of referring.values) this.values.set(secret, value);
    const secrets = [...referring.values.keys()];
    await this.#give(subject, changed, { server: referring.server, secrets });
    const place = { file: document.path, ...(elsewhere !== undefined && { elsewhere }) };
    this.entries.push({ server: name, client: client.id, scope, ...place, form, secrets });
    return undefined;
  }

  /** The draft for the project of a subject: its links, origins and sections are judged there. */
  #draftFor({ elsewhere }: SecretSubject): PlanDraft {
    if (elsewhere === undefined) return this.#draft;
    const draft = this.#drafts.get(elsewhere) ?? this.#draft.inProject(this.#hostOf(elsewhere));
    this.#drafts.set(elsewhere, draft);
    return draft;
  }

  async #isForbidden({ name, parked, elsewhere }: SecretSubject, server: Server): Promise<boolean> {
    if (parked || server.disabled) return false;
    return this.#isRefused(elsewhere ?? this.#draft.host.cwd, name, server);
  }

  /** Leaves fields as they are that can be replaced neither by a reference nor by us. */
  #movable(host: Host, subject: SecretSubject, { server, values }: ReferringServer): ReferringServer {
    const fields = changedFields(subject.server, server).filter((field) => !replaceable.includes(field));
    const kept = fields.filter(
      (field) => !canExpress(host, formSubject(subject), { ...subject.server, [field]: server[field] }),
    );
    if (kept.length === 0) return { server, values };
    const rest: Server = { ...server };
    for (const field of kept) rest[field] = subject.server[field];
    const text = JSON.stringify(rest);
    return { server: rest, values: new Map([...values].filter(([name]) => text.includes(`\${${name}}`))) };
  }

  /** Undefined if the file cannot be changed. */
  async #open(subject: SecretSubject): Promise<OpenDocument | undefined> {
    const { client, scope, variant, set } = subject;
    const draft = this.#draftFor(subject);
    const file = await this.#fileOf(draft.host, subject);
    if (file === undefined) return undefined;
    try {
      if (set !== undefined) return await openSet(draft, file);
      const target = { client, scope, ...(variant !== undefined && { variant }) };
      return await draft.openFile(target, file);
    } catch (error) {
      if (error instanceof PlugboardError) return undefined;
      throw error;
    }
  }

  /** The path under which a file is changed; undefined if it cannot be. */
  async #fileOf(host: Host, { file, parked, elsewhere }: SecretSubject): Promise<string | undefined> {
    const { fs } = host;
    const real = await realPath(host, file);
    const known = this.#files.get(real) ?? file;
    // Our notes about a parked entry are under its own path.
    if (parked && known !== file) return undefined;
    // The file of a parked entry may be missing; the directory of a project that was deleted is not created again.
    const isGone = elsewhere !== undefined && isBelow(file, elsewhere) && (await fs.kindOf(elsewhere)) === undefined;
    if (isGone || !(await mayReplace(host, real))) return undefined;
    this.#files.set(real, known);
    return known;
  }

  /** Where the secrets of an entry are, also those that its launcher has already. */
  #vaultsFor(subject: SecretSubject, { values }: Pick<ReferringServer, 'values'>): VaultId[] {
    const before = readLauncher(subject.server);
    const secrets = [...(before ? secretsOf(before) : []), ...values.keys()];
    return [...new Set(secrets.map((secret) => this.vaultOf(secret)))];
  }

  /** The server in this form, or why it cannot have it. */
  async #changed(
    form: Form,
    subject: SecretSubject,
    { server, values }: ReferringServer,
  ): Promise<Server | LeftReason> {
    const { host } = this.#draftFor(subject);
    const entry = formSubject(subject);
    const parts = await ownParts(this.#draft.host, entry, this.#vaultsFor(subject, { values }), form);
    if (form !== 'gateway')
      return formedEntry(form, host, entry, { server, secrets: new Set(values.keys()) }, parts) ?? 'not-expanded';
    const expected = gatewayEntry(server, subject.name, parts);
    if (!canExpress(host, entry, expected)) return 'not-expanded';
    if (await this.#isForbidden(subject, expected)) return 'policy';
    const served = await this.#intoCatalog(subject, server);
    return served === undefined ? 'policy' : gatewayEntry(server, served, parts);
  }

  /** Puts a remote server into the catalog, where the gateway finds it. Returns its name there, unless a policy refuses. */
  async #intoCatalog(subject: SecretSubject, all: Server): Promise<string | undefined> {
    const draft = this.#draftFor(subject);
    // A secret that has to stay in the client's file must not get into another one.
    const kept = new Set(secretsIn(all).map(({ path: [field] }) => field));
    const isShared = ([field]: [string, unknown]): boolean => replaceable.includes(field) || !kept.has(field);
    const server = Object.fromEntries(Object.entries(all).filter(isShared)) as Server;
    return this.#served.nameFor(draft, subject.name, server, {
      isAllowed: async (name) => !(await this.#isRefused(this.#draft.host.cwd, name, server)),
      source: async () => {
        const from = await this.#open(subject);
        return from && sourceIn(draft, from, { name: subject.name, server: subject.server });
      },
    });
  }

  /** Records what may have which secrets, as the person has now decided: a launcher, or a definition of a project. */
  async #give(
    subject: SecretSubject,
    changed: Server,
    { server, secrets }: { readonly server: Server; readonly secrets: readonly string[] },
  ): Promise<void> {
    const { name, project, server: before } = subject;
    const launched = readLauncher(changed);
    const isOutside = await this.#draftFor(subject).isOutside(before);
    // The entry may have places for other secrets, which its author has put there.
    if (launched) this.grants.push({ ...launcherGrant(launched), secrets: [...this.#givenTo(before), ...secrets] });
    // Behind the gateway it is the definition in the catalog that has them.
    const served = servedName(changed);
    const [own, definition] = served === undefined ? [name, changed] : [served, server];
    const known = new Set([...this.#index.secrets.map((record) => record.name), ...secrets]);
    const at = project === undefined ? definition : { ...definition, cwd: resolve(project, definition.cwd ?? '.') };
    const line = entryLine(own, at, known);
    if (isOutside) {
      const others = referencesIn(before as Value).map((reference) => reference.name);
      const missing = notGiven(this.#index, outsideKey(before), others);
      const given = others.filter((secret) => !missing.includes(secret));
      const key = outsideKey(server);
      this.grants.push({ key, server: name, secrets: [...given, ...secrets], ...(!launched && { of: line }) });
    }
    if (project !== undefined) {
      const key = projectKey(own, definition, project);
      this.grants.push({ key, server: own, secrets, ...(!launched && { of: line }) });
    } else if (!launched) this.grants.push(...entryGrants(line).map((grant) => ({ ...grant, secrets })));
  }

  #givenTo(server: Server): string[] {
    const line = readLauncher(server);
    const missing = line ? notGivenTo(this.#index, line, this.#draft.host) : [];
    return line ? secretsOf(line).filter((name) => !missing.includes(name)) : [];
  }
}

function formSubject({ name, server, client, scope, variant, at }: SecretSubject): FormSubject {
  const root = (at?.source as { readonly value?: Value } | undefined)?.value;
  return { name, server, client, scope, ...(variant !== undefined && { variant }), root };
}

/** Why a secret stays: if its end is certain, for this reason. */
export function whyLeft({ path: [field], secret }: PlainSecret, why: LeftReason): LeftReason {
  const isOther = why !== 'not-expanded' && why !== 'client-variables';
  return isOther || secret !== undefined || !replaceable.includes(String(field)) ? why : 'no-end';
}

/** A file is replaced by a new one beside it. One that the plan creates is not there yet. */
async function mayReplace({ fs, platform }: Host, file: string): Promise<boolean> {
  const paths = platform === 'win32' ? [file] : [file, dirname(file)];
  const allowed = await Promise.all(paths.map(async (path) => fs.mayWrite(path).catch(() => true)));
  return allowed.every(Boolean);
}

/** The server as it is in the file, without the fields that the change takes away. */
function withoutFields(server: Server, before: Server, after: Server): Server {
  return Object.fromEntries(
    Object.entries(server).filter(([field]) => Object.hasOwn(after, field) || !Object.hasOwn(before, field)),
  );
}
