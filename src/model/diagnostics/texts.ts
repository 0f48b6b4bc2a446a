import { isMap, type Path, setOwn, type Value, type ValueMap } from '../value.ts';

export interface Leaf {
  readonly path: Path;
  readonly text: string;
}

/** All strings in a value, with their paths. */
export function textsIn(value: Value | undefined, path: Path = []): Leaf[] {
  const leaves: Leaf[] = [];
  collectTexts(value, path, leaves);
  return leaves;
}

function collectTexts(value: Value | undefined, path: Path, leaves: Leaf[]): void {
  if (typeof value === 'string') leaves.push({ path, text: value });
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) collectTexts(item, [...path, index], leaves);
  else if (isMap(value)) for (const key of Object.keys(value)) collectTexts(value[key], [...path, key], leaves);
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
