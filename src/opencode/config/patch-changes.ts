import { isMap, type Path, type ValueMap } from '../../model/value.ts';
import type { Change } from './edit-settings.ts';

/** Splits a merge patch into single changes: objects are merged, null removes, everything else replaces. */
export function patchChanges(patch: ValueMap, at: Path = []): Change[] {
  return Object.entries(patch).flatMap(([key, value]): Change[] => {
    const path = [...at, key];
    if (value === null) return [{ path, value: undefined }];
    return isMap(value) && Object.keys(value).length > 0 ? patchChanges(value, path) : [{ path, value }];
  });
}
