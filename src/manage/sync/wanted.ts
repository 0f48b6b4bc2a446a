import { clients, type ClientId } from '../../clients/registry.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import { definitionFor, everyClient, targetsOf } from '../../model/fields/catalog-fields.ts';
import { withoutTrust } from '../../model/fields/effective-fields.ts';
import type { Server } from '../../model/server.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';
import { nameOf, type Target } from '../plan/target.ts';
import { activeProfile, type ActiveProfiles, inProfile, missingProfile, readActiveProfiles } from './active-profile.ts';
import { type Catalog, readCatalogs } from './catalogs.ts';
import { targetFinder } from './sync-targets.ts';
import { type Written, writtenFiles } from './written-file.ts';

/** A definition that a catalog wants in a file. */
export interface WantedServer {
  readonly catalog: Catalog;
  /** With the overrides of the client and the tools of the profile; this is what a person approves. */
  readonly definition: Server;
  /** Without what a project cannot set in this file. */
  readonly server: Server;
  /** What a project cannot set in a file outside of it. */
  readonly losses: readonly Loss[];
  /** Whether the server names this client, alone or in a group, and not only all clients. */
  readonly isNamed: boolean;
}

/** A file of a client, with what the catalogs want there. */
export interface WantedFile {
  readonly target: Target;
  readonly servers: Map<string, WantedServer>;
  /** Servers that a catalog keeps out of this client. */
  readonly excluded: Set<string>;
}

/** What the catalogs here say, and what was written for them before. */
export interface WantedState {
  readonly catalogs: readonly Catalog[];
  readonly active: ActiveProfiles;
  /** By name of the target, in a fixed order. */
  readonly files: ReadonlyMap<string, WantedFile>;
  /** Records of what was written for these catalogs, by path of the config file. */
  readonly written: ReadonlyMap<string, readonly Written[]>;
  /** Paths of catalogs whose profile in use is missing. What they want is not known, so nothing changes for them. */
  readonly paused: ReadonlySet<string>;
  /** Why catalogs are paused. */
  readonly problems: readonly Diagnostic[];
  /** Whether a server names clients, in use or not. */
  readonly hasTargets: boolean;
}

/** The project's catalog comes last, so for the same file it counts instead of the user's. */
export async function readWanted(draft: PlanDraft): Promise<WantedState> {
  const catalogs = await readCatalogs(draft);
  const active = await readActiveProfiles(draft);
  const finder = await targetFinder(draft.host, catalogs);
  const files = new Map<string, WantedFile>();
  const fileFor = (target: Target): WantedFile => {
    const file = files.get(nameOf(target)) ?? {
      target,
      servers: new Map<string, WantedServer>(),
      excluded: new Set<string>(),
    };
    files.set(nameOf(target), file);
    return file;
  };
  const problems: Diagnostic[] = [];
  for (const catalog of catalogs) {
    const missing = missingProfile(catalog, active);
    if (missing) {
      problems.push(missing);
      continue;
    }
    const profile = activeProfile(catalog, active);
    for (const [name, server] of catalog.servers) {
      const chosen = inProfile(name, server, profile);
      if (!chosen) continue;
      for (const target of finder.targetsFor(catalog, server)) {
        const mine = definitionFor(chosen, target.client.id);
        const isOutside = catalog.target.scope === 'project' && target.scope !== 'project';
        if (!mine) fileFor(target).excluded.add(name);
        else {
          const written = isOutside ? withoutTrust(target.client.id, mine) : { server: mine, losses: [] };
          fileFor(target).servers.set(name, {
            catalog,
            definition: mine,
            ...written,
            isNamed: isNamedBy(server, target),
          });
        }
      }
    }
  }
  const written = new Map<string, readonly Written[]>();
  for (const { path, servers } of await writtenFiles(draft)) {
    const own = servers.filter(({ catalog }) => catalogs.some((one) => one.path === catalog));
    if (own.length > 0) written.set(path, own);
    for (const { client, scope } of own)
      if (Object.hasOwn(clients, client)) fileFor({ client: clients[client as ClientId], scope });
  }
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hasTargets = catalogs.some(({ servers }) => [...servers.values()].some((one) => targetsOf(one).length > 0));
  const paused = new Set(problems.flatMap(({ file }) => file ?? []));
  return { catalogs, active, files: new Map(sorted), written, paused, problems, hasTargets };
}

function isNamedBy(server: Server, { client }: Target): boolean {
  const words = targetsOf(server);
  return !words.includes(everyClient) || words.some((word) => word.split(':')[0] === client.id);
}
