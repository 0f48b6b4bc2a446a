import { isMap, type Path, type Value, valueAt } from '../model/value.ts';
import type { Client, Place, Shape, Switch } from './types.ts';

/** A list of disabled servers and its path in the file. */
export interface SwitchList {
  readonly file: Switch;
  readonly at: Path;
}

export function hasSwitchInEntry(shape: Shape): boolean {
  return shape.lenses.some((lens) => lens.fields.includes('disabled'));
}

/** All lists of disabled servers that apply at this place; the first is the one to write to. */
export function switchesOf(client: Client, place: Place): SwitchList[] {
  return (client.switches ?? []).flatMap((file) => {
    if (!file.scopes.includes(place.scope)) return [];
    if (typeof file.at !== 'function') return [{ file, at: file.at }];
    return place.project === undefined ? [] : [{ file, at: file.at(place.project) }];
  });
}

/** Whether the switch applies to one project only, although the entry applies to all. */
export function holdsForOneProject(client: Client, place: Place, shape: Shape): boolean {
  if (place.scope !== 'user' || hasSwitchInEntry(shape)) return false;
  const list = client.switches?.find(({ scopes }) => scopes.includes(place.scope));
  return typeof list?.at === 'function';
}

/** Paths of the lists of other projects that contain this server, in a file with lists per project. */
export function otherProjectLists(client: Client, place: Place, root: Value | undefined, name: string): Path[] {
  const { at } = client.switches?.find(({ scopes, path }) => scopes.includes(place.scope) && path === undefined) ?? {};
  if (typeof at !== 'function') return [];
  const depth = at(PLACEHOLDER).indexOf(PLACEHOLDER);
  const projects = valueAt(root, at(PLACEHOLDER).slice(0, depth));
  if (!isMap(projects)) return [];
  const others = Object.keys(projects).filter((project) => project !== place.project);
  return others.map(at).filter((list) => {
    const names = valueAt(root, list);
    return Array.isArray(names) && names.includes(name);
  });
}

/** A placeholder project to locate its name in a path; no path contains this character. */
const PLACEHOLDER = '\0';

export function switchOf(client: Client, place: Place): SwitchList | undefined {
  return switchesOf(client, place)[0];
}
