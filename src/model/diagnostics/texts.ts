import { isMap, type Path, setOwn, type Value, type ValueMap } from '../value.ts';

export interface Leaf {
  readonly path: Path;
  readonly text: string;
}

/** All strings in a value, with their paths. */
export function textsIn(value: Value | undefined, path: Path = []): Leaf[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/** A copy of the value with every string replaced. */
export function mapTexts(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isMap(value)) return value;
  const map: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setOwn(map, key, mapTexts(item, change));
  return map;
}
