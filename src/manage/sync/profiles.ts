import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { definitionFor, type Profile } from '../../model/fields/catalog-fields.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, type Value } from '../../model/value.ts';
import type { Plan } from '../../store/write/plan.ts';
import { listServers } from '../list-servers.ts';
import { noSuchServer } from '../no-such-server.ts';
import { distinct, matches, targetOfServer } from '../plan/defined-targets.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import { nameOf } from '../plan/target.ts';
import { inProfile, missingProfile, readActiveProfiles, setActiveProfile } from './active-profile.ts';
import { type Catalog, catalogTargets, readCatalogs } from './catalogs.ts';

/** A profile of one of the catalogs here. */
export interface FoundProfile {
  readonly name: string;
  readonly profile: Profile;
  readonly catalog: Catalog;
  readonly isActive: boolean;
  /** Names that its catalog does not have. */
  readonly missing: readonly string[];
}

export async function listProfiles(host: Host): Promise<FoundProfile[]> {
  const draft = new PlanDraft(host, '');
  const active = await readActiveProfiles(draft);
  return (await readCatalogs(draft)).flatMap((catalog) =>
    [...catalog.profiles].map(([name, profile]) => ({
      name,
      profile,
      catalog,
      isActive: getOwn(active, catalog.path) === name,
      missing: profile.servers.filter((server) => !catalog.servers.has(server) && !catalog.invalid.has(server)),
    })),
  );
}

/** The profile in use of a catalog. */
export interface ProfileInUse {
  readonly name: string;
  readonly catalog: Catalog;
  /** Set if the catalog no longer defines it. */
  readonly problem?: Diagnostic;
}

/** The profiles in use here, one of a catalog at most. */
export async function profilesInUse(host: Host): Promise<ProfileInUse[]> {
  const draft = new PlanDraft(host, '');
  const active = await readActiveProfiles(draft);
  return (await readCatalogs(draft)).flatMap((catalog) => {
    const name = getOwn(active, catalog.path);
    const problem = missingProfile(catalog, active);
    return name === undefined ? [] : [{ name, catalog, ...(problem && { problem }) }];
  });
}

/** The profile of that name; the project's before the user's. */
export async function findProfile(host: Host, name: string): Promise<FoundProfile> {
  const all = await listProfiles(host);
  const found = all.findLast((one) => one.name === name);
  if (!found) throw new PlugboardError('profile-unknown', { name, known: all.map((one) => one.name) });
  return found;
}

/** Plans to define a profile of a catalog. */
export async function createProfile(
  host: Host,
  scope: 'user' | 'project',
  name: string,
  profile: Profile,
): Promise<Plan> {
  const draft = new PlanDraft(host, '');
  const { path } = await draft.open(targetIn(scope));
  const catalog = await catalogIn(draft, scope);
  if (catalog?.profiles.has(name)) throw new PlugboardError('profile-exists', { name, path });
  return setProfile(host, scope, name, profile);
}

/** Plans to define, change or, without one, remove a profile of a catalog. A server that it gets must be there. */
export async function setProfile(
  host: Host,
  scope: 'user' | 'project',
  name: string,
  profile: Profile | undefined,
): Promise<Plan> {
  const draft = new PlanDraft(host, `${profile ? 'define' : 'remove'} profile ${name}`);
  const { path, revision } = await draft.open(targetIn(scope));
  const at = ['profiles', name];
  if (profile) {
    await requireServers(draft, scope, name, profile);
    revision.set(at, asValue(profile));
  } else {
    revision.remove(at, { prune: 1 });
    if (getOwn(await readActiveProfiles(draft), path) === name) await setActiveProfile(draft, path, undefined);
  }
  return draft.plan();
}

/** Throws if a profile would get a server that its catalog does not have. */
async function requireServers(
  draft: PlanDraft,
  scope: 'user' | 'project',
  name: string,
  { servers }: Profile,
): Promise<void> {
  const catalog = await catalogIn(draft, scope);
  const known = [...(catalog?.servers.keys() ?? []), ...(catalog?.invalid ?? [])];
  const before = catalog?.profiles.get(name)?.servers ?? [];
  const unknown = servers.find((one) => !known.includes(one) && !before.includes(one));
  if (unknown === undefined) return;
  const all = (await listServers(draft.host, { placed: false })).servers;
  const places = distinct(all.filter((one) => matches(one, unknown, undefined)).map(targetOfServer));
  throw places.length === 0
    ? noSuchServer(unknown, known)
    : new PlugboardError('server-elsewhere', { name: unknown, places: places.map(nameOf), scope });
}

async function catalogIn(draft: PlanDraft, scope: 'user' | 'project'): Promise<Catalog | undefined> {
  return (await readCatalogs(draft)).find(({ target }) => target.scope === scope);
}

function targetIn(scope: 'user' | 'project'): Catalog['target'] {
  return catalogTargets.find((one) => one.scope === scope) as Catalog['target'];
}

function asValue({ servers, tools = {} }: Profile): Value {
  const filters = Object.entries(tools).map(([server, { allow, deny }]) => [
    server,
    { ...(allow && { allow: [...allow] }), ...(deny && { deny: [...deny] }) },
  ]);
  return { servers: [...servers], ...(filters.length > 0 && { tools: Object.fromEntries(filters) as Value }) };
}

/** The servers of a profile as a client gets them. */
export function serversOfProfile({ profile, catalog }: FoundProfile, client: string): Map<string, Server> {
  return new Map(
    profile.servers.flatMap((name): [string, Server][] => {
      const server = catalog.servers.get(name);
      const chosen = server && inProfile(name, server, profile);
      const definition = chosen && definitionFor(chosen, client);
      return definition ? [[name, definition]] : [];
    }),
  );
}
