import { clients } from '../../clients/registry.ts';
import type { OpenDocument, PlanDraft } from '../../manage/plan/plan-draft.ts';
import { entryIn, isTaken, putServer, sourceIn } from '../../manage/plan/put-server.ts';
import { updateIn } from '../../manage/update.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { runDefinition } from '../../model/run-definition.ts';
import { type PlainSecret, secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import { openSet } from '../../sets/set-document.ts';
import { validateServerConfig } from '../../validate/server-config.ts';
import type { SecretSubject } from '../find/subjects.ts';
import { launcherKey, projectKey } from '../grants.ts';
import { launcherEntry, readLauncher, secretsOf } from '../launcher/launcher-entry.ts';
import { ownProgram, stateVariable } from '../launcher/own-program.ts';
import type { Grant } from '../vault-index.ts';
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

/** Rewrites entries one after the other in one plan. */
export class EntryMigration {
  readonly #draft: PlanDraft;
  readonly #request: FormRequest;
  readonly #left = new Map<SecretSubject, readonly PlainSecret[]>();
  readonly entries: MigratedEntry[] = [];
  readonly grants: Omit<Grant, 'time'>[] = [];
  /** Values to store, by name. */
  readonly values = new Map<string, string>();

  constructor(draft: PlanDraft, request: FormRequest) {
    this.#draft = draft;
    this.#request = request;
  }

  /** The secrets that stay in an entry that was rewritten. */
  leftIn(subject: SecretSubject): readonly PlainSecret[] {
    return this.#left.get(subject) ?? [];
  }

  /** Rewrites an entry. Returns why it cannot be, if so. */
  async move(subject: SecretSubject, all: Referring): Promise<LeftReason | undefined> {
    const { name, client, scope, file } = subject;
    if (scope === 'managed') return 'out-of-reach';
    if (validateServerConfig(name, subject.server).length > 0) return 'invalid';
    const referring = this.#movable(subject, all);
    if (referring.values.size === 0) return 'not-expanded';
    const document = await this.#open(subject);
    if (!document) return 'out-of-reach';
    const form = chooseForm(this.#draft.host, subject, referring, this.#request);
    const changed = await this.#changed(form, subject, referring);
    if (!changed) return 'not-expanded';
    await updateIn(this.#draft, document, name, (server) => ({
      ...withoutFields(server, subject.server, changed),
      ...changed,
    }));
    this.#left.set(subject, secretsIn(changed));
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

  async #open({ client, scope, variant, file, set }: SecretSubject): Promise<OpenDocument | undefined> {
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
    const state = isShared ? {} : stateVariable(host);
    switch (form) {
      case 'reference':
        return server;
      case 'command':
        return asCommands(subject, server, values);
      case 'launcher': {
        const launcher = launcherEntry(subject.name, server, new Set(values.keys()), own, state);
        return canExpress(host, subject, launcher) ? launcher : undefined;
      }
      case 'gateway': {
        const { url: _, headers: __, auth: ___, transport: ____, ...rest } = server;
        const [command = '', ...before] = own;
        const serve = ['serve', '--only', subject.name, '--names', 'plain'];
        const entry = { ...rest, command, args: [...before, ...serve], ...(state && { env: { ...state } }) };
        if (!canExpress(host, subject, entry)) return undefined;
        const as = await this.#intoCatalog(subject, server);
        return as === subject.name
          ? entry
          : { ...entry, args: entry.args.map((arg) => (arg === subject.name ? as : arg)) };
      }
    }
  }

  /** Puts a remote server into the catalog, where the gateway finds it. Returns its name there. */
  async #intoCatalog(subject: SecretSubject, { extras: _, disabled: __, ...server }: Server): Promise<string> {
    const draft = this.#draft;
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
    if (line) this.grants.push({ key: launcherKey(line), server: name, secrets: secretsOf(line) });
    else if (project !== undefined)
      this.grants.push({ key: projectKey(name, changed, project), server: name, secrets });
  }
}

/** The server as it is in the file, without the fields that the change takes away. */
function withoutFields(server: Server, before: Server, after: Server): Server {
  return Object.fromEntries(
    Object.entries(server).filter(([field]) => Object.hasOwn(after, field) || !Object.hasOwn(before, field)),
  );
}
