import { isMap, type Path, type Value } from '../../model/value.ts';

/** The outermost fields of a document that are not on the way to any of these paths. */
export function fieldsBeside(root: Value | undefined, places: readonly Path[], at: Path = []): Path[] {
  if (!isMap(root)) return [];
  return Object.entries(root).flatMap(([key, value]) => {
    const path = [...at, key];
    const below = places.filter((place) => path.every((step, index) => place[index] === step));
    if (below.length === 0) return [path];
    return below.some((place) => place.length === path.length) ? [] : fieldsBeside(value, below, path);
  });
}
