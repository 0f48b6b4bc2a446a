import type { Host } from '../model/host.ts';
import type { Origin } from '../model/origin.ts';
import type { Scope } from '../model/scope.ts';
import type { Server } from '../model/server.ts';
import { type CopiedDefinitions, readCopiedDefinitions } from '../store/approvals/copied-definitions.ts';
import { projectOf } from '../trust/territory.ts';
import type { DiscoveredEntry, Discovery } from './types.ts';

/** The location of a definition. */
export interface DefinitionLocation {
  /** Absolute path. */
  readonly file: string;
  readonly client: string;
  readonly scope: Scope;
  /** Levels from the project up to the directory of the file. */
  readonly distance?: number;
}

/** Returns the project that a definition comes from: the project of its file, or the one it was copied from. */
export type OriginOf = (location: DefinitionLocation, server: Server) => Origin;

export interface Surroundings {
  /** Absolute path. */
  readonly project: string;
  readonly home: string;
  readonly born: CopiedDefinitions;
}

/** Rejects if the record of copied definitions cannot be read. */
export async function readOrigins(host: Host, project = host.cwd): Promise<OriginOf> {
  const born = await readCopiedDefinitions(host);
  return originsIn({ project, home: host.home, born });
}

export function originsIn({ project, home, born }: Surroundings): OriginOf {
  /** Cached per file, because resolving symlinks is slow. */
  const known = new Map<string, string | undefined>();
  const projectOfFile = (origin: Origin): string | undefined => {
    const key = JSON.stringify([origin.file, origin.client, origin.scope]);
    if (!known.has(key)) known.set(key, projectOf({ origin }, { project, home }));
    return known.get(key);
  };
  return ({ file, client, scope, distance = 0 }, server) => {
    const origin = { file, client, scope };
    const from = scope === 'project' ? above(project, distance) : projectOfFile(origin);
    if (from !== undefined) return { ...origin, project: from };
    const copiedFrom = born.projectOf(server);
    return copiedFrom === undefined ? origin : { ...origin, project: copiedFrom, copied: true };
  };
}

/**
 * Returns the origin of an entry. A merged entry comes from a project if at least one of its parts does, however little
 * that part adds.
 */
export function originFinder(
  { project, clients }: Discovery,
  home: string,
  born: CopiedDefinitions,
): (entry: DiscoveredEntry) => Origin {
  const originOf = originsIn({ project, home, born });
  const parts = new Map(
    clients.flatMap(({ names }) =>
      names.flatMap(({ active, merged }) => (active && merged ? [[active, merged] as const] : [])),
    ),
  );
  const ofPart = ({ client, scope, file, distance, server }: DiscoveredEntry): Origin =>
    originOf({ file, client: client.id, scope, distance }, server);
  return (entry) => {
    const merged = parts.get(entry);
    const origins = (merged ? [...merged, entry] : [entry]).map(ofPart);
    return origins.find((origin) => origin.project !== undefined) ?? (origins[0] as Origin);
  };
}

/** The directory `steps` levels above another one. */
function above(directory: string, steps: number): string {
  const parts = directory.replaceAll('\\', '/').replace(/\/+$/, '').split('/');
  return parts.slice(0, Math.max(1, parts.length - steps)).join('/') || '/';
}
