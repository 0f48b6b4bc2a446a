import { PlugboardError } from '../model/error.ts';
import { getOwn, isMap, type Path, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';

/**
 * A value while changes are made to it. The value it began with stays as it is: a container is copied when something in
 * it changes for the first time, and everything else is shared, so that what has changed is found by identity.
 */
export class ValueDraft {
  #root: Value | undefined;
  readonly #own = new WeakSet<object>();
  readonly #emptied = new WeakSet<object>();

  constructor(root: Value | undefined) {
    this.#root = root;
  }

  get value(): Value | undefined {
    return this.#root;
  }

  /** Makes the value at `path` this one, with the containers that are missing around it. */
  set(path: Path, value: Value): void {
    const last = path.at(-1);
    if (last === undefined) this.#root = value;
    else put(this.#containerFor(path), last, value, path);
  }

  /** Removes the value at `path`, which is there. A container that this leaves empty stays. */
  remove(path: Path): void {
    const step = path.at(-1);
    const container = step === undefined ? undefined : this.#containerFor(path);
    if (step === undefined) this.#root = undefined;
    else if (Array.isArray(container)) container.splice(Number(step), 1);
    else if (container) delete container[step];
    if (container && sizeOf(container) === 0) this.#emptied.add(container);
  }

  /** Gives the value at `path` another key; its place among the others stays. */
  rename(path: Path, key: string): void {
    const parent = path.slice(0, -1);
    const renamed: ValueMap = {};
    for (const [one, value] of Object.entries(valueAt(this.#root, parent) as ValueMap))
      setOwn(renamed, one === path.at(-1) ? key : one, value);
    this.#own.add(renamed);
    this.set(parent, renamed);
  }

  /** Whether a container is there only because something was removed from it, and would not be missed. */
  mayBeGone(value: Value | undefined): boolean {
    if (!isMap(value) && !Array.isArray(value)) return false;
    const inner = Object.values(value);
    return inner.length === 0 ? this.#emptied.has(value) : inner.length === 1 && this.mayBeGone(inner[0]);
  }

  /** The container that the last step of `path` leads out of, as a copy of our own. */
  #containerFor(path: Path): Value[] | ValueMap {
    let container = this.#owned(this.#root, path[0], path, 0);
    this.#root = container;
    for (const [depth, step] of path.slice(0, -1).entries()) {
      const inner = this.#owned(childOf(container, step), path[depth + 1], path, depth + 1);
      put(container, step, inner, path);
      container = inner;
    }
    return container;
  }

  /** What is there, or an empty container where there is nothing. */
  #owned(value: Value | undefined, step: string | number | undefined, path: Path, depth: number): Value[] | ValueMap {
    const isList = typeof step === 'number';
    const there = value === undefined || value === null ? (isList ? [] : {}) : value;
    if (!(isList ? Array.isArray(there) : isMap(there))) throw blocked(path, depth);
    if (this.#own.has(there as object)) return there as Value[] | ValueMap;
    const copy = Array.isArray(there) ? [...there] : { ...(there as ValueMap) };
    this.#own.add(copy);
    return copy;
  }
}

function childOf(container: Value[] | ValueMap, step: string | number): Value | undefined {
  return Array.isArray(container) ? container[Number(step)] : getOwn(container, String(step));
}

function put(container: Value[] | ValueMap, step: string | number, value: Value, path: Path): void {
  if (!Array.isArray(container)) return setOwn(container, String(step), value);
  if (Number(step) > container.length) throw blocked(path, path.length - 1);
  container[Number(step)] = value;
}

function sizeOf(container: Value[] | ValueMap): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length;
}

function blocked(path: Path, depth: number): PlugboardError {
  return new PlugboardError('path-blocked', { path: show(path), at: show(path.slice(0, depth)) });
}

/** A path for messages. */
export function show(path: Path): string {
  return path.length === 0 ? 'the document' : path.join('.');
}
