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

/** The list of switched-off servers that counts for entries at this place. */
export function switchOf(client: Client, place: Place): SwitchList | undefined {
  const file = client.switches?.find((one) => one.scopes.includes(place.scope));
  if (!file) return undefined;
  if (typeof file.at !== 'function') return { file, at: file.at };
  return place.project === undefined ? undefined : { file, at: file.at(place.project) };
}
