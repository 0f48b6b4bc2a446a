import { getOwn, isMap, type Path, sameValue, type Value, type ValueMap } from '../model/value.ts';
import { apart } from './edit-list.ts';
import { stepwiseEdits } from './stepwise.ts';
import type { Addition, Document, Edit, Format } from './types.ts';

/** Values with up to this many nested values are changed step by step when their edits overlap. */
const SMALL = 64;

/** The target state of a document, besides its value. */
export interface Wanted {
  readonly value: Value | undefined;
  /** Renamed keys by `keyOf` of their container: new key to old key. */
  readonly renames: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By list, the index of the removed item. */
  readonly removed: ReadonlyMap<string, number>;
  /** Whether this value may be missing. */
  mayBeMissing(value: Value): boolean;
  /** The keys under which a map may differ from the target; undefined when any may. */
  touched(now: ValueMap, wanted: ValueMap): ReadonlySet<string | number> | undefined;
}

export function keyOf(path: Path): string {
  return JSON.stringify(path);
}

/** Whether a document has exactly the target value. */
export function holds({ value }: Document, wanted: Wanted): boolean {
  const isSame = (now: Value | undefined, then: Value | undefined): boolean => {
    if (now === then) return true;
    if (Array.isArray(now) && Array.isArray(then))
      return now.length === then.length && now.every((item, index) => isSame(item, then[index]));
    if (!isMap(now) || !isMap(then)) return sameValue(now, then);
    const keys = Object.keys(then).filter((key) => Object.hasOwn(now, key) || !wanted.mayBeMissing(then[key] as Value));
    return keys.length === Object.keys(now).length && keys.every((key) => isSame(getOwn(now, key), then[key]));
  };
  return isSame(value, wanted.value);
}

/**
 * The edits that turn a document into the target, in groups. All refer to the current text; groups that overlap must be
 * applied one after the other.
 */
export function differences(format: Format, document: Document, wanted: Wanted): Edit[][] {
  const finder = new Finder(format, document, wanted);
  finder.compare([], document.value, wanted.value);
  return finder.groups;
}

class Finder {
  readonly groups: Edit[][] = [];
  readonly #format: Format;
  readonly #document: Document;
  readonly #wanted: Wanted;

  constructor(format: Format, document: Document, wanted: Wanted) {
    this.#format = format;
    this.#document = document;
    this.#wanted = wanted;
  }

  compare(path: Path, now: Value | undefined, wanted: Value | undefined): void {
    if (now === wanted) return;
    if (wanted === undefined) this.groups.push(this.#format.remove(this.#document, path));
    else if (now === undefined) this.groups.push(this.#format.fill(this.#document, wanted));
    else if (isMap(now) && isMap(wanted)) this.#compareMaps(path, now, wanted);
    else if (Array.isArray(now) && Array.isArray(wanted)) this.#compareLists(path, now, wanted);
    else if (!sameValue(now, wanted)) this.groups.push(this.#format.replace(this.#document, path, wanted));
  }

  #compareMaps(path: Path, now: ValueMap, wanted: ValueMap): void {
    const renames = this.#wanted.renames.get(keyOf(path));
    if (renames) return this.#rename(path, now, wanted, renames);
    const touched = this.#wanted.touched(now, wanted);
    const surplus = keysIn(now, touched).filter((key) => !Object.hasOwn(wanted, key));
    const additions: Addition[] = [];
    for (const key of touched ?? Object.keys(wanted)) {
      const value = getOwn(wanted, String(key));
      if (value !== undefined && !Object.hasOwn(now, key) && !this.#wanted.mayBeMissing(value))
        additions.push({ step: key, value });
    }
    const isSmall = isSmallMap(now);
    const mayMeet = isSmall && surplus.length > 0 && surplus.length + additions.length > 1;
    if (mayMeet || this.#loses(now, wanted, surplus)) return this.#stepwise(path, wanted);
    const known = this.groups.length;
    for (const key of keysIn(now, touched)) {
      const then = getOwn(wanted, key);
      if (then !== undefined) this.compare([...path, key], now[key], then);
    }
    for (const key of surplus) this.groups.push(this.#format.remove(this.#document, [...path, key]));
    this.#add(path, additions, wanted);
    if (!isSmall || areApart(this.groups.slice(known))) return;
    this.groups.length = known;
    this.#stepwise(path, wanted);
  }

  /** Emptying a table may remove it, and then it must be restored. */
  #loses(now: ValueMap, wanted: ValueMap, surplus: readonly string[]): boolean {
    const empties = surplus.length > 0 && surplus.length === Object.keys(now).length;
    return empties && this.#format.tablesAreImplied && !this.#wanted.mayBeMissing(wanted);
  }

  /** Other changes around the keys are made later, once the keys are final. */
  #rename(path: Path, now: ValueMap, wanted: ValueMap, renames: ReadonlyMap<string, string>): void {
    for (const [key, value] of Object.entries(wanted)) {
      const old = renames.get(key) ?? key;
      if (old !== key) this.groups.push(this.#format.rename(this.#document, [...path, old], key));
      const before = getOwn(now, old);
      if (before !== undefined) this.compare([...path, old], before, value);
    }
  }

  #compareLists(path: Path, now: readonly Value[], wanted: Value[]): void {
    if (wanted.length < now.length) return this.#shorten(path, now, wanted);
    for (const [index, value] of now.entries()) this.compare([...path, index], value, wanted[index]);
    const additions = wanted.slice(now.length).map((value, index) => ({ step: now.length + index, value }));
    this.#add(path, additions, wanted);
  }

  /** After removing the item at the first difference, the others may be correct with their comments. */
  #shorten(path: Path, now: readonly Value[], wanted: Value[]): void {
    const first = wanted.findIndex((value, index) => !sameValue(now[index], value));
    const gone = this.#wanted.removed.get(keyOf(path)) ?? (first === -1 ? wanted.length : first);
    const stays = wanted.length > 0 || !this.#format.tablesAreImplied || this.#wanted.mayBeMissing(wanted);
    if (now.length - wanted.length > 1 || !stays) return this.#stepwise(path, wanted);
    this.groups.push(this.#format.remove(this.#document, [...path, gone]));
    for (const [index, value] of wanted.entries()) {
      const at = index < gone ? index : index + 1;
      this.compare([...path, at], now[at], value);
    }
  }

  #add(path: Path, additions: readonly Addition[], wanted: Value): void {
    if (additions.length === 0) return;
    const edits = this.#format.insert(this.#document, path, additions);
    if (edits) this.groups.push(edits);
    else this.#stepwise(path, wanted);
  }

  #stepwise(path: Path, wanted: Value): void {
    const edits = stepwiseEdits(this.#format, this.#document, path, wanted);
    if (edits.length > 0) this.groups.push(edits);
  }
}

function areApart(groups: readonly Edit[][]): boolean {
  return apart(groups).length === groups.length;
}

/** The keys of a map in order; only the touched ones, if known. */
function keysIn(map: ValueMap, touched: ReadonlySet<string | number> | undefined): string[] {
  if (!touched) return Object.keys(map);
  if (touched.size > 1) return Object.keys(map).filter((key) => touched.has(key));
  return [...touched].map(String).filter((key) => Object.hasOwn(map, key));
}

/** Cached for document maps, which are immutable. */
const smallMaps = new WeakMap<ValueMap, boolean>();

function isSmallMap(map: ValueMap): boolean {
  const isSmall = smallMaps.get(map) ?? countUpTo(map, SMALL) <= SMALL;
  smallMaps.set(map, isSmall);
  return isSmall;
}

/** Number of nested values; more than `most` returns any larger number. */
function countUpTo(value: Value | undefined, most: number): number {
  if (!isMap(value) && !Array.isArray(value)) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    if (count > most) break;
    count += countUpTo(inner, most - count);
  }
  return count;
}
