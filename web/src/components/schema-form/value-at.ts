import { isList, isMap } from '../../../../src/model/schema/schema-map.ts';

/** A map with one key set to something else, or without it. The order of the others stays. */
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

/** One step up or down; where that is not possible, the list stays as it is. */
export function withItemMoved(list: unknown, index: number, by: -1 | 1): unknown[] {
  const items = isList(list) ? [...list] : [];
  const to = index + by;
  if (to < 0 || to >= items.length) return items;
  [items[index], items[to]] = [items[to], items[index]];
  return items;
}
