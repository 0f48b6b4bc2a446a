import { setValue } from '../formats/edit.ts';
import type { FoundServer } from '../manage/found-servers.ts';
import { PlanDraft } from '../manage/plan-draft.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import { valueAt } from '../model/value.ts';
import type { Plan } from '../store/plan.ts';
import { openSet, putIntoSet, serverNamesIn, takeFromSet } from './set-document.ts';

/** Servers for a set, and the projects that some came with. */
type SetServers = Readonly<Record<string, Pick<FoundServer, 'server' | 'source'>>>;

export interface NewSet {
  /** Absolute path of the file. */
  readonly path: string;
  readonly name: string;
  readonly servers: SetServers;
  readonly description?: string | undefined;
  readonly overwrite?: boolean | undefined;
}

export async function createSet(host: Host, set: NewSet): Promise<Plan> {
  const draft = new PlanDraft(host, `create set ${set.name}`);
  if ((await draft.text(set.path)) !== undefined) {
    if (!set.overwrite) throw new PlugboardError('set-exists', { name: set.name, file: set.path });
    await draft.set(set.path, '');
  }
  await describe(draft, set.path, set.description);
  await putAll(draft, set.path, set.servers);
  return draft.plan();
}

/** Adds servers, and replaces those of the same names when that is wanted. */
export async function addToSet(host: Host, set: NewSet): Promise<Plan> {
  const draft = new PlanDraft(host, `add ${Object.keys(set.servers).join(', ')} to set ${set.name}`);
  const there = serverNamesIn(await openSet(draft, set.path));
  const taken = Object.keys(set.servers).find((name) => there.includes(name));
  if (taken !== undefined && !set.overwrite) throw new PlugboardError('server-exists', { name: taken, file: set.path });
  await describe(draft, set.path, set.description);
  await putAll(draft, set.path, set.servers);
  return draft.plan();
}

/** Takes servers out of a set; without any, the set itself goes. */
export async function removeFromSet(
  host: Host,
  set: { readonly path: string; readonly name: string },
  servers: readonly string[],
): Promise<Plan> {
  const { path, name } = set;
  const draft = new PlanDraft(
    host,
    servers.length === 0 ? `remove set ${name}` : `remove ${servers.join(', ')} from set ${name}`,
  );
  if (servers.length === 0) await draft.delete(path, []);
  for (const server of servers) await takeFromSet(draft, path, server);
  return draft.plan();
}

/** The file gets another name; not one byte in it changes. */
export async function renameSet(
  host: Host,
  from: { readonly path: string; readonly name: string },
  to: { readonly path: string; readonly name: string },
): Promise<Plan> {
  const draft = new PlanDraft(host, `rename set ${from.name} to ${to.name}`);
  if ((await draft.text(to.path)) !== undefined)
    throw new PlugboardError('set-exists', { name: to.name, file: to.path });
  await draft.set(to.path, await draft.text(from.path));
  await draft.delete(from.path, []);
  return draft.plan();
}

/** Says in the file what it is for; nothing for an empty text. */
export async function describeSet(host: Host, path: string, name: string, description: string): Promise<Plan> {
  const draft = new PlanDraft(host, `describe set ${name}`);
  await openSet(draft, path);
  await describe(draft, path, description);
  return draft.plan();
}

/** A text that somebody has written in place of the whole file. */
export async function rewriteSet(host: Host, path: string, name: string, text: string): Promise<Plan> {
  const draft = new PlanDraft(host, `edit set ${name}`);
  await draft.set(path, text);
  return draft.plan();
}

/** A set without servers is one, too. */
async function putAll(draft: PlanDraft, path: string, servers: SetServers): Promise<void> {
  const { format, text } = await openSet(draft, path);
  if (Object.keys(servers).length === 0 && valueAt(format.parse(text).value, ['mcpServers']) === undefined)
    await draft.edit(path, setValue(format, text, ['mcpServers'], {}));
  for (const [name, { server, source }] of Object.entries(servers)) await putIntoSet(draft, path, name, server, source);
}

async function describe(draft: PlanDraft, path: string, description: string | undefined): Promise<void> {
  if (description === undefined) return;
  const { format, text } = await openSet(draft, path);
  await draft.edit(path, setValue(format, text, ['description'], description));
}
