import { projectOfFile } from '../clients/client-of-file.ts';
import type { WrittenDocument } from '../clients/document.ts';
import { pathsOf } from '../clients/paths.ts';
import { locationOf, readDocument } from '../clients/read-document.ts';
import { clients } from '../clients/registry.ts';
import type { Client, Place } from '../clients/types.ts';
import { discover } from '../discovery/discover.ts';
import { originFinder, type OriginOf, type DefinitionLocation } from '../discovery/origin-of.ts';
import { loadFormat } from '../formats/index.ts';
import type { Host } from '../model/host.ts';
import type { CopiedDefinition, Origin } from '../model/origin.ts';
import type { Server } from '../model/server.ts';
import { readCopiedDefinitions } from '../store/approvals/copied-definitions.ts';
import { definitionKey } from '../store/approvals/definition-key.ts';
import { projectAround, territoryOf } from '../trust/territory.ts';
import { surroundingsOf } from './plan/target.ts';

/** A definition from a project, with its name and text there or in the copy it is taken from. */
export interface ProjectSource {
  readonly name: string;
  readonly server: Server;
  readonly origin: Origin & { readonly project: string };
}

/** The source for an entry of a client's file; undefined for the user's own. */
export function projectSource(
  name: string,
  server: Server,
  standing: DefinitionLocation,
  originOf: OriginOf,
): ProjectSource | undefined {
  const { project, ...origin } = originOf(standing, server);
  return project === undefined ? undefined : { name, server, origin: { ...origin, project } };
}

interface Named {
  readonly name: string;
  readonly server: Server;
}

/**
 * The source for definitions in a file given by path, or in a text. A file belongs to a project when it is inside one,
 * in a checkout, or at a client's project path. A text belongs to a project in use that has exactly that definition.
 */
export async function sourcesOfText(
  host: Host,
  servers: readonly Named[],
  file?: string,
): Promise<Map<string, ProjectSource>> {
  const { cwd: project, home } = host;
  const around = file === undefined ? undefined : (projectAround(file, { project, home }) ?? besideHome(file, host));
  const origin = { file: file ?? '', client: '', scope: 'user' as const };
  const born = await readCopiedDefinitions(host);
  const here = file === undefined ? await definitionsOfProject(host) : undefined;
  const found = servers.flatMap(({ name, server }): [string, ProjectSource][] => {
    const source = around === undefined ? here?.get(definitionKey(server)) : undefined;
    const from = around ?? born.projectOf(server);
    if (source) return [[name, source]];
    return from === undefined ? [] : [[name, { name, server, origin: { ...origin, project: from } }]];
  });
  return new Map(found);
}

async function definitionsOfProject(host: Host): Promise<Map<string, ProjectSource>> {
  const discovery = await discover(host, { placed: false });
  const originOf = originFinder(discovery, host.home, { projectOf: () => undefined });
  const entries = discovery.clients.flatMap((client) => client.entries);
  return new Map(
    entries.flatMap((entry): [string, ProjectSource][] => {
      const { project, ...origin } = originOf(entry);
      const { name, server } = entry;
      if (project === undefined) return [];
      return [[definitionKey(server), { name, server, origin: { ...origin, project } }]];
    }),
  );
}

/** Records to keep for a text that is printed or exported, because it may be imported again. */
export async function copiedIn(
  { text }: Pick<WrittenDocument, 'text'>,
  client: Client,
  place: Place,
  sources: ReadonlyMap<string, ProjectSource>,
): Promise<CopiedDefinition[]> {
  if (sources.size === 0) return [];
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  return readDocument(client, format.parse(text).value, place).flatMap(({ name, server }) => {
    const source = sources.get(name);
    return source ? [{ server, project: source.origin.project }] : [];
  });
}

/** A client's project file in another location; some are named like a user file. */
function besideHome(file: string, host: Host): string | undefined {
  const { home } = host;
  const all: readonly Client[] = Object.values(clients);
  const own = all.flatMap(({ locations }) => locations.filter(({ scope }) => scope !== 'project'));
  if (own.some((location) => pathsOf(location, surroundingsOf(host)).includes(file))) return undefined;
  const project = projectOfFile(file);
  return project !== undefined && territoryOf(project, home).length > 0 ? project : undefined;
}
