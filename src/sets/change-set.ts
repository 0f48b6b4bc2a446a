import { basename } from 'node:path';
import type { FoundServer } from '../manage/found-servers.ts';
import { PlanDraft } from '../manage/plan-draft.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import { valueAt } from '../model/value.ts';
import { linkAt } from '../store/link-at.ts';
import type { Plan } from '../store/plan.ts';
import { readText } from '../store/read-text.ts';
import { leadsNowhere } from './leads-nowhere.ts';
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

/** With `overwrite`, a set that is a link keeps it, and the file it leads to gets the new text. */
export async function createSet(host: Host, set: NewSet): Promise<Plan> {
  const draft = new PlanDraft(host, `create set ${set.name}`);
  const isThere = (await draft.text(set.path)) !== undefined;
  if (isThere && set.overwrite) await draft.set(set.path, '');
  else await expectFree(host, set);
  await describe(draft, set.path, set.description);
  await putAll(draft, set.path, set.servers);
  return draft.plan();
}

/** A link that leads nowhere takes its name too: writing would make a file in some other place. */
async function expectFree(host: Host, { name, path }: Pick<NewSet, 'name' | 'path'>): Promise<void> {
  if ((await host.fs.status(path)) === undefined) return;
  const link = (await leadsNowhere(host, path)) ? await linkAt(host, path) : undefined;
  throw new PlugboardError('set-exists', { name, file: path, ...(link !== undefined && { link }) });
}

/** Adds servers, and replaces those of the same names when that is wanted. */
export async function addToSet(host: Host, set: NewSet): Promise<Plan> {
  const draft = new PlanDraft(host, `add ${Object.keys(set.servers).join(', ')} to set ${set.name}`);
  await expectReadable(host, set.path);
  const there = serverNamesIn(await openSet(draft, set.path));
  const taken = Object.keys(set.servers).find((name) => there.includes(name));
  if (taken !== undefined && !set.overwrite) throw new PlugboardError('server-exists', { name: taken, file: set.path });
  await describe(draft, set.path, set.description);
  await putAll(draft, set.path, set.servers);
  return draft.plan();
}

/** Takes servers out of a set; without any, the set itself goes. Of a set that is a link, only the link goes. */
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
  if (servers.length === 0) await removeFile(draft, path);
  for (const server of servers) await takeFromSet(draft, path, server);
  return draft.plan();
}

async function removeFile(draft: PlanDraft, path: string): Promise<void> {
  if ((await linkAt(draft.host, path)) === undefined) await draft.delete(path, []);
  else await draft.setLink(path, undefined);
}

/** The file gets another name, and so does a set that says its old one in `name`. Of a link, only the link is renamed. */
export async function renameSet(
  host: Host,
  from: { readonly path: string; readonly name: string },
  to: { readonly path: string; readonly name: string },
): Promise<Plan> {
  const draft = new PlanDraft(host, `rename set ${from.name} to ${to.name}`);
  await expectFree(host, to);
  const link = await linkAt(host, from.path);
  if (link === undefined) await draft.set(to.path, await renamed(draft, from, basename(to.path, '.json')));
  else await draft.setLink(to.path, link);
  await removeFile(draft, from.path);
  return draft.plan();
}

async function renamed(
  draft: PlanDraft,
  from: { readonly path: string; readonly name: string },
  to: string,
): Promise<string> {
  // A set that cannot be read says no name.
  const revision = await draft.revision(from.path, 'json').catch(() => undefined);
  if (revision && valueAt(revision.value, ['name']) === from.name) revision.set(['name'], to);
  return (await draft.text(from.path)) ?? '';
}

/** Says in the file what it is for; nothing for an empty text. */
export async function describeSet(host: Host, path: string, name: string, description: string): Promise<Plan> {
  const draft = new PlanDraft(host, `describe set ${name}`);
  await expectReadable(host, path);
  await describe(draft, path, description);
  return draft.plan();
}

/** An edit of a file that is not there, as behind a link that leads nowhere, would make one. */
async function expectReadable(host: Host, path: string): Promise<void> {
  const read = await readText(host, path);
  if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
}

/** A text that a person has written in place of the whole file. */
export async function rewriteSet(host: Host, path: string, name: string, text: string): Promise<Plan> {
  const draft = new PlanDraft(host, `edit set ${name}`);
  await draft.set(path, text);
  return draft.plan();
}

/** A set without servers is one, too. */
async function putAll(draft: PlanDraft, path: string, servers: SetServers): Promise<void> {
  const { revision } = await openSet(draft, path);
  if (Object.keys(servers).length === 0 && valueAt(revision.value, ['mcpServers']) === undefined)
    revision.set(['mcpServers'], {});
  for (const [name, { server, source }] of Object.entries(servers)) await putIntoSet(draft, path, name, server, source);
}

async function describe(draft: PlanDraft, path: string, description: string | undefined): Promise<void> {
  if (description === undefined) return;
  const { revision } = await openSet(draft, path);
  revision.set(['description'], description);
}
