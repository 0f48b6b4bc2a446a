import { isMap, type Value, type ValueMap } from '../value.ts';

/** Returns the value after a JSON merge patch: objects are merged, null removes, everything else replaces. */
export function patched(root: Value | undefined, patch: ValueMap): ValueMap {
  const result: ValueMap = isMap(root) ? { ...root } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = isMap(value) ? patched(result[key], value) : value;
  }
  return result;
}
