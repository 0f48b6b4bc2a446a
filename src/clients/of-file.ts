import { pathsOf, type Surroundings } from './paths.ts';
import { clients } from './registry.ts';
import type { Client, Location, Place } from './types.ts';

/** Several assistants share some files; the first of these that fits is taken. */
const preferred = ['canonical', 'claude-code', 'codex', 'opencode', 'cursor', 'vscode'];

/** Whose file this is: who looks at exactly this path here, else who looks at one with the same end. */
export function clientOfFile(path: string, here?: Surroundings): { client: Client; place: Place } | undefined {
  const file = path.replaceAll('\\', '/');
  const isHere = (location: Location): boolean => here !== undefined && pathsOf(location, here).includes(file);
  const endsSo = (location: Location): boolean =>
    tails(location).some((tail) => file === tail || file.endsWith(`/${tail}`));
  return readerOf(isHere) ?? readerOf(endsSo);
}

function readerOf(fits: (location: Location) => boolean): { client: Client; place: Place } | undefined {
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

/** The part of each path that is the same on every machine. A bare `settings.json` would say nothing, so directories stay. */
function tails(location: Location): string[] {
  const paths = Array.isArray(location.paths)
    ? (location.paths as string[])
    : Object.values(location.paths as object).flat();
  return paths.map((path: string) => path.replace(/^(?:~\/|%\w+%\/|\/)/, ''));
}

/** The project whose file this would be, going by its path: what is left of it without the path that a client looks at. */
export function projectOfFile(path: string): string | undefined {
  const file = path.replaceAll('\\', '/');
  const all: readonly Client[] = Object.values(clients);
  const locations = all.flatMap((client) => client.locations.filter(({ scope }) => scope === 'project'));
  const tail = locations.flatMap(tails).find((one) => file.endsWith(`/${one}`));
  return tail === undefined ? undefined : file.slice(0, -tail.length - 1) || '/';
}
