import { getOwn, isMap, sameValue, setOwn, type ValueMap } from '../model/value.ts';
import type { Entry } from './read-document.ts';
import type { Client, Lens, Place, Shape } from './types.ts';
import { writeEntry } from './write-entry.ts';

/**
 * The entry as it stands, changed only where the new definition differs from what the entry already means. Spellings
 * that we would write otherwise, and keys we do not understand, stay as they are.
 */
export function patchEntry(client: Client, place: Place, shape: Shape, existing: Entry, wanted: ValueMap): ValueMap {
  const ours = writeEntry(client, shape, existing.name, existing.server, place).native ?? {};
  const result = patch(existing.native, ours, wanted);
  for (const lens of shape.lenses) {
    if (lens.keys.every((key) => sameValue(getOwn(ours, key), getOwn(wanted, key)))) continue;
    for (const key of lens.keys) if (isSpelledOtherwise(existing.native, ours, key)) assign(result, wanted, key);
    for (const key of otherWords(shape, lens)) assign(result, wanted, key);
  }
  return result;
}

/** Such a value cannot stay when another key of its lens changes: a command may hold arguments that stand elsewhere now. */
function isSpelledOtherwise(actual: ValueMap, ours: ValueMap, key: string): boolean {
  const [there, meant] = [getOwn(actual, key), getOwn(ours, key)];
  if (there === undefined || meant === undefined || (isMap(there) && isMap(meant))) return false;
  return !sameValue(there, meant);
}

/** Keys that the client reads as the same field. */
function otherWords(shape: Shape, { fields, keys }: Lens): string[] {
  if (fields.length !== 1) return [];
  const same = shape.lenses.filter((lens) => lens.fields.length === 1 && lens.fields[0] === fields[0]);
  return same.flatMap((lens) => lens.keys).filter((key) => !keys.includes(key));
}

function assign(to: ValueMap, from: ValueMap, key: string): void {
  const value = getOwn(from, key);
  if (value === undefined) delete to[key];
  else setOwn(to, key, value);
}

function patch(actual: ValueMap, ours: ValueMap, wanted: ValueMap): ValueMap {
  const result: ValueMap = {};
  for (const [key, value] of Object.entries(actual)) {
    if (Object.hasOwn(wanted, key) || !Object.hasOwn(ours, key)) setOwn(result, key, value);
  }
  for (const [key, value] of Object.entries(wanted)) {
    const before = Object.hasOwn(ours, key) ? ours[key] : undefined;
    const now = Object.hasOwn(actual, key) ? actual[key] : undefined;
    if (isMap(value) && isMap(before) && isMap(now)) setOwn(result, key, patch(now, before, value));
    else if (!sameValue(before, value)) setOwn(result, key, value);
  }
  return result;
}
