import { setOwn } from './value.ts';

/**
 * A reference in a file replaces a value: `${VAR}`, `${VAR:-default}`, or `!command` as a whole value. Only these exact
 * spellings are references: `$HOME`, `${A:b}` and `${ X }` are plain text.
 */
export interface VariableReference {
  readonly name: string;
  /** Used if the variable is not set; a variable set to an empty string counts as set. */
  readonly fallback?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Splits a text into plain parts and references, in order. */
export function splitReferences(text: string): (string | VariableReference)[] {
  if (!text.includes('${')) return text === '' ? [] : [text];
  const parts: (string | VariableReference)[] = [];
  let at = 0;
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    const [source, name, fallback] = match;
    parts.push(fallback === undefined ? { name: name as string } : { name: name as string, fallback });
    at = match.index + source.length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

export function hasVariable(text: string): boolean {
  return text.search(VARIABLE) !== -1;
}

/** The shell command of a `!command` value. */
export function commandReference(text: string): string | undefined {
  return text.startsWith('!') && text.trim().length > 1 ? text.slice(1).trim() : undefined;
}

/** Replaces references with their variables; a reference to an unset variable without default stays as written. */
export function expandText(text: string, env: Environment): string {
  return text.replaceAll(VARIABLE, (source, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return value ?? fallback ?? source;
  });
}

/** A copy of the value with the references in all strings expanded; keys are not expanded. */
export function expandDeep<T>(value: T, env: Environment): T {
  if (typeof value === 'string') return expandText(value, env) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => expandDeep(item, env)) as T;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const expanded: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) setOwn(expanded, key, expandDeep(item, env));
  return expanded as T;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A prototype of the map's own making, such as one read from `__proto__`, still leaves it a plain map.
  return prototype === null || prototype === Object.prototype;
}

/** The text with other words in place of its references without a default; undefined keeps a reference. */
export function replaceReferences(text: string, change: (name: string) => string | undefined): string {
  return text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => change(name) ?? whole);
}
