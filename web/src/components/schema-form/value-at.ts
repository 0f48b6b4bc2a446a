import { isList, isMap } from '../../../../src/model/schema/schema-map.ts';

/** Returns the object with one key changed or removed, keeping the order of the others. */
export function withKey(map: unknown, key: string, value: unknown): Record<string, unknown> {
  const entries = Object.entries(isMap(map) ? map : {});
  const at = entries.findIndex(([one]) => one === key);
  if (value === undefined) return Object.fromEntries(entries.filter(([one]) => one !== key));
  if (at === -1) entries.push([key, value]);
  else entries[at] = [key, value];
  return Object.fromEntries(entries);
}

export function withItem(list: unknown, index: number, value: unknown): unknown[] {
  return (isList(list) ? list : []).map((one, at) => (at === index ? value : one));
}

export function withoutItem(list: unknown, index: number): unknown[] {
  return (isList(list) ? list : []).filter((_, at) => at !== index);
}

/** Moves an item one step up or down; returns the list unchanged if that is not possible. */
export function withItemMoved(list: unknown, index: number, by: -1 | 1): unknown[] {
  const items = isList(list) ? [...list] : [];
  const to = index + by;
  if (to < 0 || to >= items.length) return items;
  [items[index], items[to]] = [items[to], items[index]];
  return items;
}
