import { pathsOf, type Surroundings } from '../clients/paths.ts';
import type { Client, Location, Place } from '../clients/types.ts';
import type { Scope } from '../model/scope.ts';

/** One place where a client may have servers. */
export interface LookPlace {
  readonly location: Location;
  readonly place: Place;
  /** Alternatives; the first that exists counts. */
  readonly paths: readonly string[];
  /** Steps up from the project to the directory that is looked into. */
  readonly distance: number;
}

/** What is closer to the person and the work counts more. */
const defaultPrecedence: readonly Scope[] = ['local', 'project', 'user', 'managed'];

/** All places of a client, the one that counts most first. */
export function placesOf(client: Client, surroundings: Surroundings): LookPlace[] {
  const precedence = client.precedence ?? defaultPrecedence;
  const directories = directoriesUp(surroundings);
  const places = client.locations.flatMap((location) => {
    const { scope, variant } = location;
    const place = { scope, project: surroundings.project, ...(variant === undefined ? {} : { variant }) };
    const looked = location.ancestors ? directories : directories.slice(0, 1);
    return looked.map((project, distance) => {
      return { location, place, paths: pathsOf(location, { ...surroundings, project }), distance };
    });
  });
  // Sorting keeps the order of the definition where nothing else decides.
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

/** The project and the directories above it, up to the home or else the root. */
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
