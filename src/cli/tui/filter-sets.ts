import type { PickableSet } from './pickable-set.ts';

/** The places of the sets that hold every word of the filter in their name, note or servers, whatever the case. */
export function filterSets(sets: readonly PickableSet[], filter: string): readonly number[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  const places: number[] = [];
  for (const [place, set] of sets.entries()) {
    const text = textOf(set);
    if (words.every((word) => text.includes(word))) places.push(place);
  }
  return places;
}

/** Preparing a text takes longer than searching it, and each key searches them all. */
const known = new WeakMap<PickableSet, string>();

function textOf(set: PickableSet): string {
  const text = known.get(set) ?? folded([set.name, set.note ?? '', ...set.servers.map(({ name }) => name)].join('\n'));
  known.set(set, text);
  return text;
}

/** Upper case, because the lower case of a letter can depend on the letters around it. */
function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase();
}
