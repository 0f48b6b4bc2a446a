import { isError } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { getOwn, isMap, type Path, sameValue, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { applyEdits, composeEdits } from './edit-list.ts';
import { excerptAt } from './excerpt.ts';
import type { Document, Edit, Format } from './types.ts';
import { formatPath } from './value-draft.ts';

/**
 * Edits that turn the map or list at `path` into `wanted` by changing only the differences, so that comments inside
 * survive. Each change applies to the text left by the previous one; if the format knows the relevant surroundings,
 * that text is short.
 */
export function stepwiseEdits(format: Format, document: Document, path: Path, wanted: Value): Edit[] {
  const excerpt = excerptAt(format, document, path);
  const edits = excerpt?.toWhole(reconciled(format, excerpt.document, excerpt.path, wanted, document));
  return edits ?? reconciled(format, document, path, wanted);
}

function reconciled(format: Format, document: Document, path: Path, wanted: Value, like?: Document): Edit[] {
  const steps = new Steps(format, document, like);
  reconcile(steps, path, valueAt(document.value, path) as Value, wanted);
  return steps.edits;
}

/** A sequence of small changes, each applied to the text left by the previous one. */
class Steps {
  readonly #format: Format;
  readonly #like: Document | undefined;
  #current: Document;
  #edits: Edit[] = [];

  /** `like` is the document that this one is an excerpt of. */
  constructor(format: Format, document: Document, like: Document | undefined) {
    this.#format = format;
    this.#like = like;
    this.#current = document;
  }

  get edits(): Edit[] {
    return this.#edits;
  }

  replace(path: Path, value: Value): void {
    this.#take(path, this.#format.replace(this.#current, path, value));
  }

  remove(path: Path): void {
    this.#take(path, this.#format.remove(this.#current, path));
  }

  /** Adds a value, and any containers that were removed with their last child. */
  create(path: Path, value: Value): void {
    const root = this.#current.value;
    let depth = 0;
    while (depth < path.length - 1 && valueAt(root, path.slice(0, depth + 1)) !== undefined) depth += 1;
    const step = path[depth] as string | number;
    const additions = [{ step, value: wrap(path.slice(depth + 1), value) }];
    this.#take(path, this.#format.insert(this.#current, path.slice(0, depth), additions) ?? []);
  }

  /** Restores a container that existed only through its children and was removed with them. */
  restore(path: Path, value: Value): void {
    if (valueAt(this.#current.value, path) === undefined) this.create(path, value);
  }

  #take(path: Path, edits: Edit[]): void {
    const text = applyEdits(this.#current.text, edits);
    this.#current = this.#format.parse(text, this.#like);
    if (this.#current.diagnostics.some(isError))
      throw new PlugboardError('edit-unverified', { path: formatPath(path) });
    this.#edits = composeEdits(this.#edits, edits);
  }
}

function reconcile(steps: Steps, path: Path, existing: Value, wanted: Value): void {
  if (sameValue(existing, wanted)) return;
  if (isMap(existing) && isMap(wanted)) {
    const surplus = Object.keys(existing).filter((key) => !Object.hasOwn(wanted, key));
    // When none of them stays, the last is removed only after the new ones are added, so that the map keeps its layout.
    const last = surplus.length === Object.keys(existing).length ? surplus.pop() : undefined;
    for (const key of surplus) steps.remove([...path, key]);
    for (const [key, value] of Object.entries(wanted)) {
      const now = getOwn(existing, key);
      if (now !== undefined) reconcile(steps, [...path, key], now, value);
    }
    for (const [key, value] of Object.entries(wanted)) {
      if (!Object.hasOwn(existing, key)) steps.create([...path, key], value);
    }
    if (last !== undefined) steps.remove([...path, last]);
    steps.restore(path, wanted);
  } else if (Array.isArray(existing) && Array.isArray(wanted)) {
    reconcileLists(steps, path, existing, wanted);
    steps.restore(path, wanted);
  } else steps.replace(path, wanted);
}

function reconcileLists(steps: Steps, path: Path, existing: readonly Value[], wanted: readonly Value[]): void {
  const surplus = Math.max(0, existing.length - wanted.length);
  let first = 0;
  while (first < wanted.length && sameValue(existing[first], wanted[first])) first += 1;
  // Removing at the first difference keeps the following items, with their comments, unchanged.
  for (let count = 0; count < surplus; count += 1) steps.remove([...path, first]);
  const kept = [...existing.slice(0, first), ...existing.slice(first + surplus)];
  for (const [index, value] of wanted.entries()) {
    const now = kept[index];
    if (now === undefined) steps.create([...path, index], value);
    else reconcile(steps, [...path, index], now, value);
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
