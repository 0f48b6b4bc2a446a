import { resolvePath, type Surroundings } from '../../clients/paths.ts';
import { type ClientId, clients } from '../../clients/registry.ts';
import { placesOf } from '../../discovery/search-locations.ts';
import type { Host } from '../../model/host.ts';
import { copiedDefinitionsPath } from '../../store/approvals/copied-definitions.ts';
import { lockPath } from '../../store/locked/lock-file.ts';
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
  const directories = [project, ...territoryOf(project, home).flatMap((top) => directoriesBetween(top, project))];
  const policies = policyFilesIn(host, directories).map(({ path }) => path);
  // A policy may require the lock.
  const rules = [...policies, lockPath(host, project)];
  return [...new Set([...files, ...rules, stateFile(host, 'approvals.json'), copiedDefinitionsPath(host)])];
}

/** The directories from one down to another inside it. */
function directoriesBetween(top: string, inner: string): string[] {
  const [start, end] = [top, inner].map((path) => path.replaceAll('\\', '/').replace(/\/+$/, '')) as [string, string];
  if (!end.startsWith(`${start}/`)) return [top];
  const names = end.slice(start.length + 1).split('/');
  return [top, ...names.map((_, index) => `${start}/${names.slice(0, index + 1).join('/')}`)];
}
