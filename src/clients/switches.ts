import { isMap, type Path, type Value, valueAt } from '../model/value.ts';
import type { Client, Place, Shape, Switch } from './types.ts';

/** A list of switched-off servers, and where it stands in its file. */
export interface SwitchList {
  readonly file: Switch;
  readonly at: Path;
}

export function hasSwitchInEntry(shape: Shape): boolean {
  return shape.lenses.some((lens) => lens.fields.includes('disabled'));
}

/** Every list of switched-off servers that counts for entries at this place; the first is the one to write to. */
export function switchesOf(client: Client, place: Place): SwitchList[] {
  return (client.switches ?? []).flatMap((file) => {
    if (!file.scopes.includes(place.scope)) return [];
    if (typeof file.at !== 'function') return [{ file, at: file.at }];
    return place.project === undefined ? [] : [{ file, at: file.at(place.project) }];
  });
}

/** Whether the switch at this place holds for one project only, although an entry there counts in all of them. */
export function holdsForOneProject(client: Client, place: Place, shape: Shape): boolean {
  if (place.scope !== 'user' || hasSwitchInEntry(shape)) return false;
  const list = client.switches?.find(({ scopes }) => scopes.includes(place.scope));
  return typeof list?.at === 'function';
}

/** The lists of other projects, in a file that keeps projects apart, that name this server. */
export function otherProjectLists(client: Client, place: Place, root: Value | undefined, name: string): Path[] {
  const { at } = client.switches?.find(({ scopes, path }) => scopes.includes(place.scope) && path === undefined) ?? {};
  if (typeof at !== 'function') return [];
  const depth = at(anyProject).indexOf(anyProject);
  const projects = valueAt(root, at(anyProject).slice(0, depth));
  if (!isMap(projects)) return [];
  const others = Object.keys(projects).filter((project) => project !== place.project);
  return others.map(at).filter((list) => {
    const names = valueAt(root, list);
    return Array.isArray(names) && names.includes(name);
  });
}

/** Stands for a project to find out where in a path its name goes; no path has this character. */
const anyProject = '\0';

export function switchOf(client: Client, place: Place): SwitchList | undefined {
  return switchesOf(client, place)[0];
}
