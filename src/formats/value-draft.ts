import { PlugboardError } from '../model/diagnostics/error.ts';
import { getOwn, isMap, type Path, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';

type Container = Value[] | ValueMap;
type Step = string | number;

/** A mutable container. */
interface Copy {
  readonly container: Container;
  /** The container it was copied from; undefined when it is new. */
  readonly base: Container | undefined;
  /** Keys changed in it or below it; new keys in the order added. */
  readonly touched: Set<Step>;
  /** Whether an item was removed, so that its order differs from `base`. */
  isShortened: boolean;
}

/** Containers with more entries are expensive to copy. */
const LARGE = 32;

/**
 * A value under modification. The original value is unchanged: containers are copied on write, and everything else is
 * shared. Each copy records its changes.
 */
export class ValueDraft {
  readonly #base: Value | undefined;
  #root: Value | undefined;
  readonly #copies = new Map<object, Copy>();
  /** Containers touched since the last reset. */
  readonly #active = new Set<Copy>();
  readonly #emptied = new WeakSet<object>();

  constructor(root: Value | undefined) {
    this.#base = root;
    this.#root = root;
  }

  get value(): Value | undefined {
    return this.#root;
  }

  /** The keys of a container changed since it was copied from this one; undefined if it was not. */
  touched(base: Container, container: Container): ReadonlySet<Step> | undefined {
    const copy = this.#copies.get(container);
    return copy?.base === base ? copy.touched : undefined;
  }

  /** Reverts all changes. Large copies are reused. */
  reset(): void {
    // A container is touched before its children.
    for (const copy of [...this.#active].toReversed()) if (!this.#isReusable(copy)) this.#copies.delete(copy.container);
    const isCopyOf = (value: object, base: unknown): boolean =>
      base !== undefined && this.#copies.get(value)?.base === base;
    for (const copy of this.#active) if (this.#copies.has(copy.container)) restore(copy, isCopyOf);
    if (!isCopyOf(this.#root as object, this.#base)) this.#root = this.#base;
    this.#active.clear();
  }

  /** It is large, or contains a large one that is reused. */
  #isReusable({ container, base, touched, isShortened }: Copy): boolean {
    if (!base || isShortened) return false;
    return (
      sizeOf(container) >= LARGE || [...touched].some((step) => this.#copies.has(childOf(container, step) as object))
    );
  }

  /** Sets the value at `path`, creating missing containers. */
  set(path: Path, value: Value): void {
    const last = path.at(-1);
    if (last === undefined) this.#root = value;
    else this.#put(this.#containerFor(path), last, value, path);
  }

  /** Removes the value at `path`, which exists. A container left empty stays. */
  remove(path: Path): void {
    const step = path.at(-1);
    const container = step === undefined ? undefined : this.#containerFor(path);
    if (step === undefined) this.#root = undefined;
    else if (Array.isArray(container)) container.splice(Number(step), 1);
    else if (container) delete container[step];
    if (!container || step === undefined) return;
    const copy = this.#copies.get(container) as Copy;
    this.#touch(copy, step, true);
    copy.isShortened = true;
    if (sizeOf(container) === 0) this.#emptied.add(container);
  }

  /** Renames the key of the value at `path`; its position stays. */
  rename(path: Path, key: string): void {
    const parent = path.slice(0, -1);
    const renamed: ValueMap = {};
    for (const [one, value] of Object.entries(valueAt(this.#root, parent) as ValueMap))
      setOwn(renamed, one === path.at(-1) ? key : one, value);
    this.#keep(renamed, undefined);
    this.set(parent, renamed);
  }

  /** Whether a container exists only because a value was removed from it, and may be missing. */
  mayBeGone(value: Value | undefined): boolean {
    if (!isMap(value) && !Array.isArray(value)) return false;
    const inner = Object.values(value);
    return inner.length === 0 ? this.#emptied.has(value) : inner.length === 1 && this.mayBeGone(inner[0]);
  }

  /** The parent container of `path`, as a mutable copy. */
  #containerFor(path: Path): Container {
    let container = this.#owned(this.#root, path[0], path, 0);
    this.#root = container;
    for (const [depth, step] of path.slice(0, -1).entries()) {
      const inner = this.#owned(childOf(container, step), path[depth + 1], path, depth + 1);
      this.#put(container, step, inner, path);
      container = inner;
    }
    return container;
  }

  /** The existing container, or an empty one. */
  #owned(value: Value | undefined, step: Step | undefined, path: Path, depth: number): Container {
    const isList = typeof step === 'number';
    const isThere = value !== undefined && value !== null;
    const there = isThere ? value : isList ? [] : {};
    if (!(isList ? Array.isArray(there) : isMap(there))) throw blocked(path, depth);
    if (this.#copies.has(there as object)) return there as Container;
    const copy = Array.isArray(there) ? [...there] : { ...(there as ValueMap) };
    this.#keep(copy, isThere ? (there as Container) : undefined);
    return copy;
  }

  #keep(container: Container, base: Container | undefined): void {
    const copy = { container, base, touched: new Set<Step>(), isShortened: false };
    this.#copies.set(container, copy);
    this.#active.add(copy);
  }

  #touch(copy: Copy, step: Step, isLast: boolean): void {
    if (isLast) copy.touched.delete(step);
    copy.touched.add(step);
    this.#active.add(copy);
  }

  #put(container: Container, step: Step, value: Value, path: Path): void {
    const copy = this.#copies.get(container) as Copy;
    if (Array.isArray(container)) {
      if (Number(step) > container.length) throw blocked(path, path.length - 1);
      this.#touch(copy, step, false);
      container[Number(step)] = value;
    } else {
      this.#touch(copy, step, !Object.hasOwn(container, step));
      setOwn(container, String(step), value);
    }
  }
}

/** Restores a copy to the content of its base; reused copies may stay in it. */
function restore(copy: Copy, isSame: (value: object, base: unknown) => boolean): void {
  const { container, touched } = copy;
  const base = copy.base as Container;
  for (const step of touched) {
    const [now, before] = [childOf(container, step), childOf(base, step)];
    if (typeof now === 'object' && now !== null && isSame(now, before)) continue;
    if (before === undefined && !Array.isArray(container)) delete container[step];
    else if (Array.isArray(container)) container[Number(step)] = before as Value;
    else setOwn(container, String(step), before as Value);
  }
  if (Array.isArray(container)) container.length = (base as Value[]).length;
  touched.clear();
}

function childOf(container: Container, step: Step): Value | undefined {
  return Array.isArray(container) ? container[Number(step)] : getOwn(container, String(step));
}

function sizeOf(container: Container): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length;
}

function blocked(path: Path, depth: number): PlugboardError {
  return new PlugboardError('path-blocked', { path: formatPath(path), at: formatPath(path.slice(0, depth)) });
}

/** A path for messages. */
export function formatPath(path: Path): string {
  return path.length === 0 ? 'the document' : path.join('.');
}
