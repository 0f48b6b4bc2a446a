import { resolvePath, type Surroundings } from '../../clients/paths.ts';
import { type ClientId, clients } from '../../clients/registry.ts';
import { placesOf } from '../../discovery/search-locations.ts';
import type { Host } from '../../model/host.ts';
import { copiedDefinitionsPath } from '../../store/approvals/copied-definitions.ts';
import { policyFilesIn } from '../../store/policy/policy-files.ts';
import { stateFile } from '../../store/state/places.ts';
import { territoryOf } from '../../trust/territory.ts';

/** All files that determine which servers exist and which may be used, including files that do not exist yet. */
export function watchedFiles(host: Host, project: string, ids?: readonly ClientId[]): string[] {
  const { home, env, platform } = host;
  const surroundings: Surroundings = { home, env, platform, project };
  const files = (ids ?? (Object.keys(clients) as ClientId[])).flatMap((id) => {
    const { switches = [] } = clients[id];
    const lists = switches.flatMap(({ path, baseVariable }) =>
      path === undefined ? [] : [resolvePath(path, surroundings, baseVariable)],
    );
    return [...placesOf(clients[id], surroundings).flatMap(({ paths }) => paths), ...lists];
  });
  const policies = policyFilesIn(host, [project, ...territoryOf(project, home)]).map(({ path }) => path);
  return [...new Set([...files, ...policies, stateFile(host, 'approvals.json'), copiedDefinitionsPath(host)])];
}
