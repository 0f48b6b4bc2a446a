import { setClientId } from '../clients/well-known.ts';
import { type OriginOf, readOrigins } from '../discovery/origin-of.ts';
import { type ProjectSource, projectSource, sourcesOfText } from '../manage/project-source.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import type { ConfigSet } from './config-set.ts';

/** The project that a server of a set came from; undefined for a user's server. */
export function sourceInSet(
  { path }: Pick<ConfigSet, 'path'>,
  name: string,
  server: Server,
  originOf: OriginOf,
): ProjectSource | undefined {
  return projectSource(name, server, { file: path, client: setClientId, scope: 'user' }, originOf);
}

/** All servers in these sets that came from a project. */
export async function sourcesInSets(host: Host, sets: readonly ConfigSet[]): Promise<ProjectSource[]> {
  const originOf = await readOrigins(host);
  const sources = await Promise.all(
    sets.map(async (set): Promise<ProjectSource[]> => {
      const servers = Object.entries(set.servers).map(([name, server]) => ({ name, server }));
      if (set.byPath) return [...(await sourcesOfText(host, servers, set.path)).values()];
      return servers.flatMap(({ name, server }) => sourceInSet(set, name, server, originOf) ?? []);
    }),
  );
  return sources.flat();
}
