import { pathsOf, type Surroundings } from '../clients/paths.ts';
import type { Client, Location, Place } from '../clients/types.ts';
import type { Scope } from '../model/scope.ts';

/** One location where a client may define servers. */
export interface SearchLocation {
  readonly location: Location;
  readonly place: Place;
  /** Alternative paths; the first that exists is used. */
  readonly paths: readonly string[];
  /** Levels from the project up to the searched directory. */
  readonly distance: number;
}

/** The more specific scope wins. */
const defaultPrecedence: readonly Scope[] = ['local', 'project', 'user', 'managed'];

/** All locations of a client, by descending precedence. */
export function placesOf(client: Client, surroundings: Surroundings): SearchLocation[] {
  const precedence = client.precedence ?? defaultPrecedence;
  const directories = directoriesUp(surroundings);
  const places = client.locations.flatMap((location) => {
    const { scope, variant } = location;
    const place = { scope, project: surroundings.project, ...(variant === undefined ? {} : { variant }) };
    const searched = location.ancestors ? directories : directories.slice(0, 1);
    return searched.map((project, distance) => {
      return { location, place, paths: pathsOf(location, { ...surroundings, project }), distance };
    });
  });
  // The sort is stable, so the order in the client definition breaks ties.
  const strength = (scope: Scope): number => {
    const index = precedence.indexOf(scope);
    return index === -1 ? precedence.length : index;
  };
  return places.toSorted(
    (a, b) =>
      Number(a.location.unread ?? false) - Number(b.location.unread ?? false) ||
      strength(a.location.scope) - strength(b.location.scope) ||
      a.distance - b.distance,
  );
}

/** The project and its parent directories, up to the home or the root. */
function directoriesUp({ project, home }: Surroundings): string[] {
  const end = normal(home);
  const directories = [normal(project)];
  for (let last = directories[0] as string; last !== end && !isRoot(last);) {
    last = last.slice(0, Math.max(0, last.lastIndexOf('/')));
    directories.push(last);
  }
  return directories;
}

function normal(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '');
}

/** `/`, a drive or a network share, each without its last slash. */
function isRoot(path: string): boolean {
  return /^(?:[A-Za-z]:|\/\/[^/]*\/[^/]*)?$/.test(path) || !path.includes('/');
}
