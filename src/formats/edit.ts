import { isError } from '../model/diagnostic.ts';
import { PlugboardError } from '../model/error.ts';
import { getOwn, isMap, type Path, sameValue, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { applyEdits, composeEdits } from './edit-list.ts';
import type { Document, Edit, Format } from './types.ts';

/**
 * The changes a document can take. Each returns text edits for the text it was given and never touches a byte that it
 * does not have to; each proves its result by parsing it again, and throws rather than return edits it cannot vouch for.
 */
export interface RemoveOptions {
  /** How many enclosing containers to remove as well, from the inside out, as long as they have become empty. */
  readonly prune?: number;
}

/** Makes the value at `path` equal to `value`, creating the containers that are missing. */
export function setValue(format: Format, text: string, path: Path, value: Value): Edit[] {
  const document = open(format, text);
  const wanted = format.express(value, path);
  const edits = new Changes(format, document);
  const existing = valueAt(document.value, path);
  if (existing !== undefined) reconcile(edits, path, existing, wanted);
  else edits.create(path, wanted);
  return edits.proven(path, [withValue(document.value, path, wanted)]);
}

export function removeValue(format: Format, text: string, path: Path, options: RemoveOptions = {}): Edit[] {
  const document = open(format, text);
  if (valueAt(document.value, path) === undefined) throw new PlugboardError('path-missing', { path: show(path) });
  let target = path;
  const outermost = format.tablesAreImplied ? 1 : 0;
  for (let levels = options.prune ?? 0; levels > 0 && target.length > outermost; levels -= 1) {
    if (sizeOf(valueAt(document.value, target.slice(0, -1))) !== 1) break;
    target = target.slice(0, -1);
  }
  const edits = new Changes(format, document);
  edits.remove(target);
  const intended = [withoutValue(document.value, target)];
  // A table that only its children implied goes with the last of them.
  for (let above = target; format.tablesAreImplied && above.length > 0;) {
    above = above.slice(0, -1);
    if (sizeOf(valueAt(document.value, above)) !== 1) break;
    intended.push(above.length > 0 ? withoutValue(document.value, above) : {});
  }
  return edits.proven(path, intended);
}

export function renameKey(format: Format, text: string, path: Path, key: string): Edit[] {
  const document = open(format, text);
  const value = valueAt(document.value, path);
  const parent = path.slice(0, -1);
  if (value === undefined) throw new PlugboardError('path-missing', { path: show(path) });
  if (path.at(-1) === key) return [];
  const renamed = [...parent, key];
  if (valueAt(document.value, renamed) !== undefined) throw new PlugboardError('path-taken', { path: show(renamed) });
  const edits = new Changes(format, document);
  edits.rename(path, key);
  return edits.proven(path, [withValue(withoutValue(document.value, path), renamed, value)]);
}

function open(format: Format, text: string): Document {
  const document = format.parse(text);
  const diagnostics = document.diagnostics.filter(isError);
  if (diagnostics.length > 0) throw new PlugboardError('document-malformed', { diagnostics });
  return document;
}

/** A run of small changes, each made to the text the one before has left. */
class Changes {
  readonly #format: Format;
  readonly #original: Document;
  #current: Document;
  #edits: Edit[] = [];

  constructor(format: Format, document: Document) {
    this.#format = format;
    this.#original = document;
    this.#current = document;
  }

  replace(path: Path, value: Value): void {
    this.#take(path, this.#format.replace(this.#current, path, value));
  }

  remove(path: Path): void {
    this.#take(path, this.#format.remove(this.#current, path));
  }

  rename(path: Path, key: string): void {
    this.#take(path, this.#format.rename(this.#current, path, key));
  }

  /** Adds a value, and around it the containers that are missing. */
  create(path: Path, value: Value): void {
    const root = this.#current.value;
    let depth = 0;
    while (depth < path.length && valueAt(root, path.slice(0, depth + 1)) !== undefined) depth += 1;
    const base = path.slice(0, depth);
    const container = root === undefined ? undefined : valueAt(root, base);
    if (container === undefined) return this.#take(path, this.#format.insert(this.#current, [], wrap(path, value)));
    if (container === null) return this.replace(base, wrap(path.slice(depth), value));
    const step = path[depth];
    const fits = typeof step === 'number' ? Array.isArray(container) && step === container.length : isMap(container);
    if (!fits) throw new PlugboardError('path-blocked', { path: show(path), at: show(base) });
    const inserted = path.slice(0, depth + 1);
    this.#take(path, this.#format.insert(this.#current, inserted, wrap(path.slice(depth + 1), value)));
  }

  /** Puts back a container that existed only through what was in it, and went with that. */
  restore(path: Path, value: Value): void {
    if (valueAt(this.#current.value, path) === undefined) this.create(path, value);
  }

  /** The edits, once the text they give is known to hold one of the intended values. */
  proven(path: Path, intended: readonly (Value | undefined)[]): Edit[] {
    const { value } = this.#current;
    const asIntended = intended.some((one) => one === value || sameValue(one, value));
    if (!asIntended) throw new PlugboardError('edit-unverified', { path: show(path) });
    return this.#edits;
  }

  #take(path: Path, edits: Edit[]): void {
    const text = applyEdits(this.#current.text, edits);
    this.#current = this.#format.parse(text);
    if (this.#current.diagnostics.some(isError)) throw new PlugboardError('edit-unverified', { path: show(path) });
    this.#edits = this.#current === this.#original ? [] : composeEdits(this.#edits, edits);
  }
}

/** Turns what is there into what is wanted by changing only what differs, so that comments inside survive. */
function reconcile(edits: Changes, path: Path, existing: Value, wanted: Value): void {
  if (sameValue(existing, wanted)) return;
  if (isMap(existing) && isMap(wanted)) {
    const surplus = Object.keys(existing).filter((key) => !Object.hasOwn(wanted, key));
    // When none of them stays, the last goes only after the new ones are there, so that the map keeps its layout.
    const last = surplus.length === Object.keys(existing).length ? surplus.pop() : undefined;
    for (const key of surplus) edits.remove([...path, key]);
    for (const [key, value] of Object.entries(wanted)) {
      const now = getOwn(existing, key);
      if (now !== undefined) reconcile(edits, [...path, key], now, value);
    }
    for (const [key, value] of Object.entries(wanted)) {
      if (!Object.hasOwn(existing, key)) edits.create([...path, key], value);
    }
    if (last !== undefined) edits.remove([...path, last]);
    edits.restore(path, wanted);
  } else if (Array.isArray(existing) && Array.isArray(wanted)) {
    reconcileLists(edits, path, existing, wanted);
    edits.restore(path, wanted);
  } else edits.replace(path, wanted);
}

function reconcileLists(edits: Changes, path: Path, existing: readonly Value[], wanted: readonly Value[]): void {
  const surplus = Math.max(0, existing.length - wanted.length);
  let first = 0;
  while (first < wanted.length && sameValue(existing[first], wanted[first])) first += 1;
  // Removing at the first difference keeps the items behind it, with their comments, as they are.
  for (let count = 0; count < surplus; count += 1) edits.remove([...path, first]);
  const kept = [...existing.slice(0, first), ...existing.slice(first + surplus)];
  for (const [index, value] of wanted.entries()) {
    const now = kept[index];
    if (now === undefined) edits.create([...path, index], value);
    else reconcile(edits, [...path, index], now, value);
  }
}

function wrap(path: Path, value: Value): Value {
  return path.reduceRight<Value>((inner, step) => {
    if (typeof step === 'number') return [inner];
    const map: ValueMap = {};
    setOwn(map, step, inner);
    return map;
  }, value);
}

function sizeOf(container: Value | undefined): number {
  return isMap(container) || Array.isArray(container) ? Object.keys(container).length : 0;
}

function withValue(root: Value | undefined, path: Path, value: Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = Array.isArray(root) ? [...root] : [];
    items[step] = withValue(items[step], rest, value);
    return items;
  }
  const map = isMap(root) ? { ...root } : {};
  setOwn(map, step, withValue(getOwn(map, step), rest, value));
  return map;
}

function withoutValue(root: Value | undefined, path: Path): Value | undefined {
  const [step, ...rest] = path;
  if (step === undefined || root === undefined) return undefined;
  if (Array.isArray(root)) {
    if (rest.length === 0) return root.filter((_, index) => index !== step);
    return root.map((item, index) => (index === step ? (withoutValue(item, rest) as Value) : item));
  }
  const map: ValueMap = {};
  for (const [key, value] of Object.entries(root as ValueMap)) {
    if (key !== step) setOwn(map, key, value);
    else if (rest.length > 0) setOwn(map, key, withoutValue(value, rest) as Value);
  }
  return map;
}

export function show(path: Path): string {
  return path.length === 0 ? 'the document' : path.join('.');
}
