/** The location of a value in a document: map keys and list indexes, from the root. */
export type Path = readonly (string | number)[];

/**
 * A scalar that JavaScript cannot represent exactly: a TOML date, or a number with more digits than a double. It is
 * compared and written by its source text.
 */
export class Literal {
  readonly kind: 'number' | 'datetime';
  readonly text: string;

  constructor(kind: 'number' | 'datetime', text: string) {
    this.kind = kind;
    this.text = text;
  }
}

export type Scalar = string | number | boolean | null | Literal;
export type Value = Scalar | Value[] | ValueMap;

/**
 * A map read from a document. Its keys are untrusted, so `__proto__` and `constructor` are ordinary keys: write with
 * `setOwn`, read with `getOwn`.
 */
export interface ValueMap {
  [key: string]: Value;
}

export function isMap(value: unknown): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Literal);
}

/** Sets an own key. A plain assignment to `__proto__` would change the prototype instead. */
export function setOwn<T>(map: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    map[key] = value;
  }
}

export function getOwn<T>(map: Record<string, T>, key: string): T | undefined {
  const value = map[key];
  // Reads first, because most keys do not exist and `hasOwn` is slower than the access.
  return value !== undefined && Object.hasOwn(map, key) ? value : undefined;
}

/** The value at `path`, or undefined if a step does not exist. */
export function valueAt(root: Value | undefined, path: Path): Value | undefined {
  let current = root;
  for (const step of path) {
    if (typeof step === 'number') current = Array.isArray(current) ? current[step] : undefined;
    else current = isMap(current) ? getOwn(current, step) : undefined;
    if (current === undefined) return undefined;
  }
  return current;
}

/** Deep equality that ignores the order of keys. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (a instanceof Literal || b instanceof Literal) {
    return a instanceof Literal && b instanceof Literal && a.kind === b.kind && a.text === b.text;
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameValue(item, b[index]));
  }
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}
