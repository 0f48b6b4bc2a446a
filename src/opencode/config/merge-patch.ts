import { isMap, type Path, type Value, type ValueMap } from '../../model/value.ts';
import type { Change } from './edit-settings.ts';

/** Splits a merge patch into single changes: objects are merged, null removes, everything else replaces. */
export function patchChanges(patch: ValueMap, at: Path = []): Change[] {
  return Object.entries(patch).flatMap(([key, value]): Change[] => {
    const path = [...at, key];
    if (value === null) return [{ path, value: undefined }];
    return isMap(value) && Object.keys(value).length > 0 ? patchChanges(value, path) : [{ path, value }];
  });
}

/** Returns the settings after applying the patch. */
export function patched(root: Value | undefined, patch: ValueMap): ValueMap {
  const result: ValueMap = isMap(root) ? { ...root } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = isMap(value) ? patched(result[key], value) : value;
  }
  return result;
}
