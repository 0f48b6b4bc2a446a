import { pathsOf, type Surroundings } from './paths.ts';
import { clients } from './registry.ts';
import type { Client, Location, Place } from './types.ts';

/** Some files are shared by several clients; the first match in this order is used. */
const preferred = ['canonical', 'claude-code', 'codex', 'opencode', 'cursor', 'vscode'];

/** The client of a file: one that reads exactly this path, or one whose path has the same suffix. */
export function clientOfFile(path: string, here?: Surroundings): { client: Client; place: Place } | undefined {
  const file = path.replaceAll('\\', '/');
  const isHere = (location: Location): boolean => here !== undefined && pathsOf(location, here).includes(file);
  const hasSuffix = (location: Location): boolean =>
    pathSuffixes(location).some((tail) => file === tail || file.endsWith(`/${tail}`));
  return findClient(isHere) ?? findClient(hasSuffix);
}

function findClient(fits: (location: Location) => boolean): { client: Client; place: Place } | undefined {
  const all: readonly Client[] = Object.values(clients);
  const ranked = all.toSorted((a, b) => rank(a) - rank(b));
  for (const client of ranked) {
    const location = client.locations.find(fits);
    if (!location) continue;
    const variant = location.variant === undefined ? {} : { variant: location.variant };
    return { client, place: { scope: location.scope, ...variant } };
  }
  return undefined;
}

function rank(client: Client): number {
  const index = preferred.indexOf(client.id);
  return index === -1 ? preferred.length : index;
}

/** The machine-independent part of each path. Directories are kept, because a bare `settings.json` is ambiguous. */
function pathSuffixes(location: Location): string[] {
  const paths = Array.isArray(location.paths)
    ? (location.paths as string[])
    : Object.values(location.paths as object).flat();
  return paths.map((path: string) => path.replace(/^(?:~\/|%\w+%\/|\/)/, ''));
}

/** The project directory of a project file, derived from its path. */
export function projectOfFile(path: string): string | undefined {
  const file = path.replaceAll('\\', '/');
  const all: readonly Client[] = Object.values(clients);
  const locations = all.flatMap((client) => client.locations.filter(({ scope }) => scope === 'project'));
  const tails = locations.flatMap(pathSuffixes).filter((one) => file.endsWith(`/${one}`));
  if (tails.length === 0) return undefined;
  // The longest, because the name of one client's file may be the end of another's.
  return file.slice(0, -Math.max(...tails.map(({ length }) => length)) - 1) || '/';
}
