import type { DiscoveredEntry, Discovery } from '../discovery/types.ts';
import { projectOf } from '../runtime/trust/territory.ts';
import type { Origin } from '../runtime/types.ts';

/**
 * Where an entry comes from. What a client makes of several files comes from a project as soon as one of them does,
 * however little that one adds.
 */
export function originFinder({ project, clients }: Discovery, home: string): (entry: DiscoveredEntry) => Origin {
  const parts = new Map(
    clients.flatMap(({ names }) =>
      names.flatMap(({ inForce, merged }) => (inForce && merged ? [[inForce, merged] as const] : [])),
    ),
  );
  const ofPart = (entry: DiscoveredEntry): Origin => {
    const { client, scope, file } = entry;
    const origin = { file, client: client.id, scope };
    const from =
      scope === 'project' ? above(project, entry.distance) : projectOf({ ...noServer, origin }, { project, home });
    return { ...origin, ...(from !== undefined && { project: from }) };
  };
  return (entry) => {
    const origins = (parts.get(entry) ?? [entry]).map(ofPart);
    return origins.find((origin) => origin.project !== undefined) ?? (origins[0] as Origin);
  };
}

const noServer = { name: '', server: {} };

/** The directory so many steps above another one. */
function above(directory: string, steps: number): string {
  const parts = directory.replaceAll('\\', '/').replace(/\/+$/, '').split('/');
  return parts.slice(0, Math.max(1, parts.length - steps)).join('/') || '/';
}
