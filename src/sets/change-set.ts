import { basename, dirname } from 'node:path';
import type { FoundServer } from '../manage/found-servers.ts';
import { PlanDraft } from '../manage/plan/plan-draft.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { valueAt } from '../model/value.ts';
import { linkAt } from '../store/read/link-at.ts';
import { readText } from '../store/read/read-text.ts';
import type { Plan } from '../store/write/plan.ts';
import { isDangling } from './is-dangling.ts';
import { openSet, putIntoSet, serverNamesIn, takeFromSet } from './set-document.ts';

/** Servers for a set, with the projects that some came from. */
type SetServers = Readonly<Record<string, Pick<FoundServer, 'server' | 'source'>>>;

export interface NewSet {
  /** Absolute path of the file. */
  readonly path: string;
  readonly name: string;
  readonly servers: SetServers;
  readonly description?: string | undefined;
  readonly overwrite?: boolean | undefined;
}

/** Plans a new set. With `overwrite`, a symlinked set stays a link and its target is rewritten. */
export async function createSet(host: Host, set: NewSet): Promise<Plan> {
  const draft = new PlanDraft(host, `create set ${set.name}`);
  const isThere = (await draft.text(set.path)) !== undefined;
  if (isThere && set.overwrite) await draft.set(set.path, '');
  else await requireFree(host, set);
  await describe(draft, set.path, set.description);
  await putServers(draft, set.path, set.servers);
  return draft.plan();
}

/**
 * A dangling symlink also counts as existing: writing would create a file at its target. So does a name that differs only
 * in case: Windows and macOS have one file for both.
 */
async function requireFree(host: Host, { name, path }: Pick<NewSet, 'name' | 'path'>): Promise<void> {
  const names = await host.fs.readDirectory(dirname(path)).catch(() => []);
  const wanted = basename(path).toLowerCase();
  const twin = names.find((one) => one.toLowerCase() === wanted && one !== basename(path));
  if (twin !== undefined) throw new PlugboardError('set-exists', { name, file: `${dirname(path)}/${twin}` });
  if ((await host.fs.status(path)) === undefined) return;
  const link = (await isDangling(host, path)) ? await linkAt(host, path) : undefined;
  throw new PlugboardError('set-exists', { name, file: path, ...(link !== undefined && { link }) });
}

/** Plans to add servers to a set. Servers with the same name are replaced only with `overwrite`. */
export async function addToSet(host: Host, set: NewSet): Promise<Plan> {
  const draft = new PlanDraft(host, `add ${Object.keys(set.servers).join(', ')} to set ${set.name}`);
  await requireReadable(host, set.path);
  const there = serverNamesIn(await openSet(draft, set.path));
  const taken = Object.keys(set.servers).find((name) => there.includes(name));
  if (taken !== undefined && !set.overwrite) throw new PlugboardError('server-exists', { name: taken, file: set.path });
  await describe(draft, set.path, set.description);
  await putServers(draft, set.path, set.servers);
  return draft.plan();
}

/**
 * Plans to remove servers from a set, or the set itself if none are given. If the set is a symlink, only the link is
 * removed.
 */
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

/**
 * Plans to rename a set: its file, and its `name` if that is the old one. If the set is a symlink, only the link is
 * renamed.
 */
export async function renameSet(
  host: Host,
  from: { readonly path: string; readonly name: string },
  to: { readonly path: string; readonly name: string },
): Promise<Plan> {
  const draft = new PlanDraft(host, `rename set ${from.name} to ${to.name}`);
  await requireFree(host, to);
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
  // A set that cannot be parsed has no `name`.
  const revision = await draft.revision(from.path, 'json').catch(() => undefined);
  if (revision && valueAt(revision.value, ['name']) === from.name) revision.set(['name'], to);
  return (await draft.text(from.path)) ?? '';
}

/** Plans to set the description of a set. */
export async function describeSet(host: Host, path: string, name: string, description: string): Promise<Plan> {
  const draft = new PlanDraft(host, `describe set ${name}`);
  await requireReadable(host, path);
  await describe(draft, path, description);
  return draft.plan();
}

/** Editing a missing file, for example behind a dangling symlink, would create it. */
async function requireReadable(host: Host, path: string): Promise<void> {
  const read = await readText(host, path);
  if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
}

/** Plans to replace the whole text of a set. */
export async function rewriteSet(host: Host, path: string, name: string, text: string): Promise<Plan> {
  const draft = new PlanDraft(host, `edit set ${name}`);
  await draft.set(path, text);
  return draft.plan();
}

/** Adds an empty `mcpServers` if there are no servers, so that the file is a valid set. */
async function putServers(draft: PlanDraft, path: string, servers: SetServers): Promise<void> {
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
