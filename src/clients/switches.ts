import type { Path } from '../model/value.ts';
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

export function switchOf(client: Client, place: Place): SwitchList | undefined {
  return switchesOf(client, place)[0];
}
