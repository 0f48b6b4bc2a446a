import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { definitionFor, type Profile } from '../../model/fields/catalog-fields.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, type Value } from '../../model/value.ts';
import type { Plan } from '../../store/write/plan.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
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

/** Plans to define, change or, without one, remove a profile of a catalog. */
export async function setProfile(
  host: Host,
  scope: 'user' | 'project',
  name: string,
  profile: Profile | undefined,
): Promise<Plan> {
  const draft = new PlanDraft(host, `${profile ? 'define' : 'remove'} profile ${name}`);
  const target = catalogTargets.find((one) => one.scope === scope) as Catalog['target'];
  const { path, revision } = await draft.open(target);
  const at = ['profiles', name];
  if (profile) revision.set(at, asValue(profile));
  else {
    revision.remove(at, { prune: 1 });
    if (getOwn(await readActiveProfiles(draft), path) === name) await setActiveProfile(draft, path, undefined);
  }
  return draft.plan();
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
