import type { PickableSet } from './pickable-set.ts';

/** The indexes of the sets that contain every word of the filter in their name, note or servers, ignoring case. */
export function filterSets(sets: readonly PickableSet[], filter: string): readonly number[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  const places: number[] = [];
  for (const [place, set] of sets.entries()) {
    const text = textOf(set);
    if (words.every((word) => text.includes(word))) places.push(place);
  }
  return places;
}

/** A cache, because normalizing a text is slower than searching it, and each key press searches all. */
const known = new WeakMap<PickableSet, string>();

function textOf(set: PickableSet): string {
  const text = known.get(set) ?? folded([set.name, set.note ?? '', ...set.servers.map(({ name }) => name)].join('\n'));
  known.set(set, text);
  return text;
}

/** Folds to upper case, because lowercasing depends on context for some letters. */
function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase();
}
