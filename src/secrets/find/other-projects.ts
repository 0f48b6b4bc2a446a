import { pathsOf } from '../../clients/paths.ts';
import { containerPath, shapeOf } from '../../clients/read-document.ts';
import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client, Location } from '../../clients/types.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { surroundingsOf } from '../../manage/plan/target.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { isMap, type Path, type Value } from '../../model/value.ts';
import { approvalFile } from '../../store/approvals/approvals.ts';
import { unreadable } from '../../store/read/reason.ts';
import { realPath } from '../../store/state/enclosing-directory.ts';
import { knownProjects } from '../../store/state/known-projects.ts';

/** A project other than the current one, with the clients that have settings for it. */
export interface OtherProject {
  readonly directory: string;
  readonly clients: readonly ClientId[];
  /** Whether the directory is a link, or in one: its files belong to the project that it leads to. */
  readonly isLink: boolean;
  /** Why its files cannot be read, if so. */
  readonly unread?: Diagnostic;
}

/**
 * The other projects on this machine that are known: those that a client lists in its own file, whose page was opened, or
 * that are trusted. Only those with a config file or an own section are returned, or that cannot be read; links last.
 */
export async function otherProjects(host: Host): Promise<OtherProject[]> {
  const draft = new PlanDraft(host, '');
  const sections = await sectionsIn(draft);
  const trusted = await approvalFile(host)
    .trusted([])
    .catch(() => []);
  const { here } = await knownProjects(host);
  const directories = new Set([...sections.keys(), ...trusted, ...here]);
  const found = await Promise.all(
    [...directories]
      .filter((directory) => directory !== host.cwd)
      .map(async (directory): Promise<OtherProject> => {
        const ids = Object.keys(clients) as ClientId[];
        const unread = await problemOf(host, directory);
        const own = unread ? [] : await Promise.all(ids.map(async (id) => hasFile(host, clients[id], directory)));
        const listed = sections.get(directory) ?? new Set<ClientId>();
        const known = ids.filter((id, index) => own[index] || listed.has(id));
        const isLink = (await realPath(host, directory)) !== directory;
        return { directory, clients: known, isLink, ...(unread && { unread }) };
      }),
  );
  return found
    .filter((one) => one.clients.length > 0 || one.unread)
    .toSorted((a, b) => Number(a.isLink) - Number(b.isLink) || (a.directory < b.directory ? -1 : 1));
}

/** The projects that clients list in their own files, with those that have servers there. */
async function sectionsIn(draft: PlanDraft): Promise<Map<string, Set<ClientId>>> {
  const projects = new Map<string, Set<ClientId>>();
  for (const [id, client] of Object.entries(clients as Record<string, Client>)) {
    for (const location of client.locations) {
      if (!location.atProject) continue;
      for (const [directory, hasServers] of await listedIn(draft, client, location)) {
        const known = projects.get(directory) ?? new Set<ClientId>();
        projects.set(directory, hasServers ? known.add(id as ClientId) : known);
      }
    }
  }
  return projects;
}

/** Stands for a project in a path, to find out where the projects are. */
const ANY = '\0';

async function listedIn(draft: PlanDraft, client: Client, location: Location): Promise<[string, boolean][]> {
  for (const path of pathsOf(location, surroundingsOf(draft.host))) {
    const root = await draft.value(path, location.format).catch(() => undefined);
    const place = { scope: location.scope, project: ANY };
    const at = root === undefined ? [] : containerPath(client, shapeOf(client, root), place);
    const split = at.indexOf(ANY);
    const all = split === -1 ? undefined : valueAt(root, at.slice(0, split));
    if (!isMap(all)) continue;
    return Object.entries(all).map(([directory, section]) => {
      const servers = valueAt(section, at.slice(split + 1));
      return [directory, isMap(servers) && Object.keys(servers).length > 0];
    });
  }
  return [];
}

function valueAt(root: Value | undefined, path: Path): Value | undefined {
  return path.reduce<Value | undefined>((value, step) => (isMap(value) ? value[step] : undefined), root);
}

/** A directory that does not exist has no files, which is not a problem. */
async function problemOf(host: Host, directory: string): Promise<Diagnostic | undefined> {
  try {
    await host.fs.status(`${directory}/.`);
    return undefined;
  } catch (error) {
    return unreadable(directory, error);
  }
}

async function hasFile(host: Host, client: Client, project: string): Promise<boolean> {
  const surroundings = { ...surroundingsOf(host), project };
  const paths = client.locations
    .filter(({ scope, atProject }) => scope !== 'user' && scope !== 'managed' && !atProject)
    .flatMap((location) => pathsOf(location, surroundings))
    .filter((path) => path.startsWith(`${project}/`));
  const kinds = await Promise.all(paths.map(async (path) => host.fs.kindOf(path).catch(() => undefined)));
  return kinds.includes('file');
}
