import type { Host } from '../../model/host.ts';
import { catalogPath } from '../../store/state/catalog-path.ts';
import { places } from '../../store/state/places.ts';
import { ownVariables } from './environment.ts';

type Surroundings = Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>;

/** Locations of Plugboard's own files. */
export const stateLocations = {
  catalog: { holds: 'your servers', path: (host: Surroundings) => catalogPath(host, 'user') },
  project: { holds: 'the servers of this project', path: (host: Surroundings) => catalogPath(host, 'project') },
  state: { holds: 'history and backups', path: (host: Surroundings) => places(host).state },
  cache: { holds: 'caches, safe to delete', path: (host: Surroundings) => places(host).cache },
} as const;

export type StateLocation = keyof typeof stateLocations;
export const stateLocationNames = Object.keys(stateLocations) as StateLocation[];

/** The variable that determines a location, if any. */
export function decidedBy(place: StateLocation, host: Host): string | undefined {
  const { path } = stateLocations[place];
  const here = path(host);
  return Object.keys(ownVariables).find(
    (name) => host.env[name] !== undefined && path({ ...host, env: { ...host.env, [name]: undefined } }) !== here,
  );
}
