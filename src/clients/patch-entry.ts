import { getOwn, isMap, sameValue, setOwn, type Value, type ValueMap } from '../model/value.ts';
import type { Entry } from './read-document.ts';
import { contradictingSwitches, commonSwitchKeys } from './read-entry.ts';
import type { Client, Lens, Place, ReferenceSyntax, Shape } from './types.ts';
import { writeEntry } from './write-entry.ts';

/** The target of an edit: the native keys, and whether the server is disabled, by whatever switch the client has. */
export interface WantedEntry {
  readonly native: ValueMap;
  readonly off: boolean;
}

/**
 * The existing entry, changed only where the new definition differs in meaning. Other spellings and unknown keys are
 * kept.
 */
export function patchEntry(
  client: Client,
  place: Place,
  shape: Shape,
  entry: Entry,
  { native: wanted, off }: WantedEntry,
): ValueMap {
  const existing = hasState(entry, off) ? entry : effectiveEntry(entry, off);
  const ours = asWritten(client, place, shape, existing) ?? {};
  return patched(client, shape, existing, ours, wanted);
}

/** Whether `patchEntry` would change the entry. Finds most changes without making the patched entry. */
export function patchChanges(client: Client, place: Place, shape: Shape, entry: Entry, wanted: WantedEntry): boolean {
  const existing = hasState(entry, wanted.off) ? entry : effectiveEntry(entry, wanted.off);
  const ours = asWritten(client, place, shape, existing) ?? {};
  if (replacesValue(entry.native, ours, wanted.native)) return true;
  return !sameValue(patched(client, shape, existing, ours, wanted.native), entry.native);
}

/** The entry as we would write what it says. */
function asWritten(client: Client, place: Place, shape: Shape, { name, server }: Entry): ValueMap | undefined {
  return writeEntry(client, shape, name, server, place, { present: server }).native;
}

/** Whether a value differs both from the value we would write and from the present one, and so is replaced. */
function replacesValue(actual: ValueMap, ours: ValueMap, wanted: ValueMap): boolean {
  return Object.keys(wanted).some((key) => {
    const [now, before, value] = [getOwn(actual, key), getOwn(ours, key), getOwn(wanted, key)];
    if (isMap(value) && isMap(before) && isMap(now)) return replacesValue(now, before, value);
    return !sameValue(before, value) && !sameValue(now, value);
  });
}

function patched(client: Client, shape: Shape, { native }: Entry, written: ValueMap, asked: ValueMap): ValueMap {
  const { read } = client.references.syntax ?? {};
  const spelled = (value: ValueMap): ValueMap =>
    read ? (inSpellingOf(native, written, value, read) as ValueMap) : value;
  const [ours, wanted] = [spelled(written), spelled(asked)];
  const result = patch(native, ours, wanted);
  const changed = changedKeys(ours, wanted);
  for (const lens of shape.lenses) {
    if (!lens.keys.some((key) => changed.has(key))) continue;
    const respelled = lens.keys.filter((key) => hasOtherSpelling(native, ours, key));
    const older = aliasKeys(shape, lens).filter((key) => Object.hasOwn(native, key));
    for (const key of [...respelled, ...older]) assign(result, wanted, key);
    for (const key of lens.keys) if (!respelled.includes(key)) dropMoved(result, native, ours, wanted, key);
    // Our spelling may need keys that were implicit in the other one.
    if (respelled.length > 0 || older.length > 0)
      for (const key of Object.keys(wanted)) if (!Object.hasOwn(result, key)) assign(result, wanted, key);
  }
  return result;
}

/**
 * The wanted value, with references spelled as in the actual value where the text that we would write for it is wanted:
 * `$HOME` stays beside a changed argument.
 */
function inSpellingOf(
  actual: Value | undefined,
  ours: Value | undefined,
  wanted: Value,
  read: ReferenceSyntax['read'],
): Value {
  if (typeof wanted === 'string') {
    const isKept = wanted === ours && typeof actual === 'string' && read(actual) === read(ours);
    return isKept ? actual : wanted;
  }
  if (Array.isArray(wanted) && Array.isArray(ours) && Array.isArray(actual) && ours.length === actual.length)
    return wanted.map((item, index) => {
      const at = sameValue(ours[index], item) ? index : ours.findIndex((one) => sameValue(one, item));
      return inSpellingOf(actual[at], ours[at], item, read);
    });
  if (!isMap(wanted) || !isMap(ours) || !isMap(actual)) return wanted;
  const result: ValueMap = {};
  for (const [key, value] of Object.entries(wanted))
    setOwn(result, key, inSpellingOf(getOwn(actual, key), getOwn(ours, key), value, read));
  return result;
}

function changedKeys(ours: ValueMap, wanted: ValueMap): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const key of Object.keys(wanted)) if (!sameValue(getOwn(ours, key), wanted[key])) changed.add(key);
  for (const key of Object.keys(ours)) if (!Object.hasOwn(wanted, key)) changed.add(key);
  return changed;
}

/** Whether the entry already has this on/off state in a way that its client honors, without a contradicting key. */
export function hasState({ server, off: isOff }: Entry, off: boolean): boolean {
  return isOff === off && (server.disabled === true) === off;
}

/** The entry as its client reads it, without ignored keys that would contradict the new definition. */
function effectiveEntry(entry: Entry, off: boolean): Entry {
  if (!entry.ignored.some((key) => commonSwitchKeys.includes(key))) return entry;
  const contradicting = contradictingSwitches(entry, off);
  const { disabled: _, ...server } = entry.server;
  const native = Object.fromEntries(Object.entries(entry.native).filter(([key]) => !contradicting.includes(key)));
  return { ...entry, native, server: entry.off ? { ...server, disabled: true } : server };
}

/** A value in another spelling cannot stay if its lens changes, because the lens writes the same under other keys. */
function hasOtherSpelling(actual: ValueMap, ours: ValueMap, key: string): boolean {
  const [there, meant] = [getOwn(actual, key), getOwn(ours, key)];
  if (there === undefined || (isMap(there) && isMap(meant))) return false;
  return !sameValue(there, meant);
}

/** Removes keys inside a map that the changed lens writes elsewhere. */
function dropMoved(result: ValueMap, actual: ValueMap, ours: ValueMap, wanted: ValueMap, key: string): void {
  const [there, meant, now] = [getOwn(actual, key), getOwn(ours, key), getOwn(wanted, key)];
  const changed = getOwn(result, key);
  if (!isMap(there) || !isMap(meant) || !isMap(now) || !isMap(changed)) return;
  const moved = new Set(
    Object.keys(there).filter((inner) => !Object.hasOwn(meant, inner) && !Object.hasOwn(now, inner)),
  );
  if (moved.size === 0) return;
  const kept = Object.entries(changed).filter(([inner]) => !moved.has(inner));
  setOwn(result, key, Object.fromEntries(kept));
}

/** Alias keys that the client reads as the same field. Computed once, because every changed entry asks for it. */
function aliasKeys(shape: Shape, lens: Lens): readonly string[] {
  const ofShape = aliases.get(shape) ?? new Map<Lens, readonly string[]>();
  aliases.set(shape, ofShape);
  const known = ofShape.get(lens) ?? findAliases(shape, lens);
  ofShape.set(lens, known);
  return known;
}

const aliases = new WeakMap<Shape, Map<Lens, readonly string[]>>();

function findAliases(shape: Shape, { fields, keys }: Lens): readonly string[] {
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
