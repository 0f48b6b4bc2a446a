import { promptedVariables } from '../../clients/inputs.ts';
import { clients } from '../../clients/registry.ts';
import type { OpenDocument, PlanDraft } from '../../manage/plan/plan-draft.ts';
import { entryIn, isTaken, putServer, sourceIn } from '../../manage/plan/put-server.ts';
import { updateIn } from '../../manage/update.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { gatewayArguments, launcherEntry, readLauncher, secretsOf } from '../../model/launcher/launcher-entry.ts';
import { unmatchable } from '../../model/launcher/match-line.ts';
import { hasVariable } from '../../model/reference.ts';
import { runDefinition } from '../../model/run-definition.ts';
import { type PlainSecret, secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import { openSet } from '../../sets/set-document.ts';
import { launcherGrant, type NewGrant, projectKey } from '../../store/vault/grants.ts';
import type { SecretRecord } from '../../store/vault/vault-index.ts';
import { validateServerConfig } from '../../validate/server-config.ts';
import type { SecretSubject } from '../find/subjects.ts';
import { ownProgram, vaultVariables } from '../launcher/own-program.ts';
import {
  asCommands,
  canExpress,
  changedFields,
  chooseForm,
  type Form,
  type FormRequest,
  type Referring,
} from './choose-form.ts';
import type { LeftReason, MigratedEntry } from './migration.ts';

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
  readonly #records: readonly SecretRecord[];
  readonly #left = new Map<SecretSubject, readonly LeftInEntry[]>();
  readonly entries: MigratedEntry[] = [];
  readonly grants: NewGrant[] = [];
  /** Values to store, by name. */
  readonly values = new Map<string, string>();

  constructor(draft: PlanDraft, request: FormRequest, records: readonly SecretRecord[]) {
    this.#draft = draft;
    this.#request = request;
    this.#records = records;
  }

  /** Where the value of a secret is, or will be: a value that is in a vault already stays there. */
  vaultOf(secret: string): VaultId {
    const known = this.#records.find(({ name, fingerprint }) => name === secret && fingerprint !== undefined);
    return known?.vault ?? this.#request.vault;
  }

  /** The secrets that stay in an entry that was rewritten, and why. */
  leftIn(subject: SecretSubject): readonly LeftInEntry[] {
    return this.#left.get(subject) ?? [];
  }

  /** Rewrites an entry. Returns why it cannot be, if so. */
  async move(subject: SecretSubject, all: Referring): Promise<LeftReason | undefined> {
    const { name, client, scope, file } = subject;
    if (scope === 'managed') return 'out-of-reach';
    if (validateServerConfig(name, subject.server).length > 0) return 'invalid';
    const movable = this.#movable(subject, all);
    if (movable.values.size === 0) return 'not-expanded';
    const referring = withoutComposed(movable);
    if (referring.values.size === 0) return 'client-variables';
    const document = await this.#open(subject);
    if (!document) return 'out-of-reach';
    const form = chooseForm(this.#draft.host, subject, referring, this.#request.as, (secret) => this.vaultOf(secret));
    const changed = await this.#changed(form, subject, referring);
    if (!changed) return 'not-expanded';
    if (isUnbound(subject, changed)) return 'client-variables';
    await updateIn(this.#draft, document, name, (server) => ({
      ...withoutFields(server, subject.server, changed),
      ...changed,
    }));
    const why = referring === movable ? 'not-expanded' : 'client-variables';
    this.#left.set(
      subject,
      secretsIn(changed).map((secret) => ({ secret, why })),
    );
    for (const [secret, value] of referring.values) this.values.set(secret, value);
    this.#give(subject, changed, [...referring.values.keys()]);
    const secrets = [...referring.values.keys()];
    this.entries.push({ server: name, client: client.id, scope, file, form, secrets });
    return undefined;
  }

  /** Leaves fields as they are that can be replaced neither by a reference nor by us. */
  #movable(subject: SecretSubject, { server, values }: Referring): Referring {
    const fields = changedFields(subject.server, server).filter((field) => !replaceable.includes(field));
    const kept = fields.filter(
      (field) => !canExpress(this.#draft.host, subject, { ...subject.server, [field]: server[field] }),
    );
    if (kept.length === 0) return { server, values };
    const rest: Server = { ...server };
    for (const field of kept) rest[field] = subject.server[field];
    const text = JSON.stringify(rest);
    return { server: rest, values: new Map([...values].filter(([name]) => text.includes(`\${${name}}`))) };
  }

  /** Undefined if the file cannot be changed. */
  async #open({ client, scope, variant, file, set }: SecretSubject): Promise<OpenDocument | undefined> {
    const { fs } = this.#draft.host;
    // A file that the plan creates is not there yet.
    if (!(await fs.mayWrite(file).catch(() => true))) return undefined;
    try {
      if (set !== undefined) return await openSet(this.#draft, file);
      const target = { client, scope, ...(variant !== undefined && { variant }) };
      return await this.#draft.openFile(target, file);
    } catch (error) {
      if (error instanceof PlugboardError) return undefined;
      throw error;
    }
  }

  async #changed(form: Form, subject: SecretSubject, { server, values }: Referring): Promise<Server | undefined> {
    const { host } = this.#draft;
    const isShared = subject.scope === 'project';
    const own = isShared ? ['plugboard'] : await ownProgram(host, subject.client.behavior?.isDesktopApp);
    const before = readLauncher(subject.server);
    const secrets = new Set([...(before ? secretsOf(before) : []), ...values.keys()]);
    const vaults = [...secrets].map((secret) => this.vaultOf(secret));
    const state = isShared ? {} : vaultVariables(host, vaults, form === 'gateway');
    switch (form) {
      case 'reference':
        return server;
      case 'command':
        return asCommands(subject, server, values);
      case 'launcher': {
        const written = before?.words ?? subject.server.args;
        const launcher = launcherEntry(before?.server ?? subject.name, server, secrets, own, state, written);
        return canExpress(host, subject, launcher) ? launcher : undefined;
      }
      case 'gateway': {
        const { url: _, headers: __, auth: ___, transport: ____, ...rest } = server;
        const [command = '', ...before] = own;
        const entryFor = (served: string): Server => ({
          ...rest,
          command,
          args: [...before, ...gatewayArguments(served)],
          ...(Object.keys(state).length > 0 && { env: state }),
        });
        if (!canExpress(host, subject, entryFor(subject.name))) return undefined;
        return entryFor(await this.#intoCatalog(subject, server));
      }
    }
  }

  /** Puts a remote server into the catalog, where the gateway finds it. Returns its name there. */
  async #intoCatalog(subject: SecretSubject, { extras: _, disabled: __, ...rest }: Server): Promise<string> {
    const draft = this.#draft;
    // A secret that has to stay in the client's file must not get into another one.
    const kept = new Set(secretsIn(rest).map(({ path: [field] }) => field));
    const isShared = ([field]: [string, unknown]): boolean => replaceable.includes(field) || !kept.has(field);
    const server = Object.fromEntries(Object.entries(rest).filter(isShared)) as Server;
    const catalog = await draft.open({ client: clients.canonical, scope: 'user' });
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? subject.name : `${subject.name}-${number}`;
      const there = await entryIn(draft, catalog, name);
      if (there && runDefinition(there.server) === runDefinition(server)) return name;
      if (there || (await isTaken(draft, catalog, name))) continue;
      const from = await this.#open(subject);
      const source = from && (await sourceIn(draft, from, { name: subject.name, server: subject.server }));
      await putServer(draft, catalog, name, server, { source });
      return name;
    }
  }

  /** Records what may have which secrets, as the person has now decided. */
  #give({ name, project }: SecretSubject, changed: Server, secrets: readonly string[]): void {
    const line = readLauncher(changed);
    if (line) this.grants.push(launcherGrant(line));
    else if (project !== undefined)
      this.grants.push({ key: projectKey(name, changed, project), server: name, secrets });
  }
}

/**
 * Without the values that the client makes of parts, such as `${A}-rest`: in a vault that would be the text with the names
 * of the variables.
 */
function withoutComposed(referring: Referring): Referring {
  const { server, values } = referring;
  const composed = new Map([...values].filter(([, value]) => hasVariable(value)));
  if (composed.size === 0) return referring;
  return {
    server: withValues(server as Value, composed) as Server,
    values: new Map([...values].filter(([name]) => !composed.has(name))),
  };
}

function withValues(value: Value, values: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string')
    return value.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => values.get(name) ?? whole);
  if (Array.isArray(value)) return value.map((item) => withValues(item, values));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withValues(item, values)]));
}

/** The server as it is in the file, without the fields that the change takes away. */
function withoutFields(server: Server, before: Server, after: Server): Server {
  return Object.fromEntries(
    Object.entries(server).filter(([field]) => Object.hasOwn(after, field) || !Object.hasOwn(before, field)),
  );
}

/** Whether a launcher could not recognize its command line, because the client puts in something that only it knows. */
function isUnbound({ client }: SecretSubject, changed: Server): boolean {
  const line = readLauncher(changed);
  if (!line) return false;
  const { foreign } = client.references.syntax ?? {};
  const text = JSON.stringify([line.words, line.env]);
  const isPrompted = promptedVariables(changed, client.id).some((name) => text.includes(`\${${name}}`));
  return isPrompted || unmatchable(line).some((reference) => foreign?.test(reference));
}
