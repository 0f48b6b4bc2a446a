import { isMap, type Value } from '../../model/value.ts';
import { MAX_DEPTH } from './parser.ts';

/** Numbers that a double may change: many digits, or a large exponent. Digits inside strings only cost a slower read. */
const DOUBTFUL_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/**
 * The value of a text that is strict JSON without duplicate keys and without numbers that a double would change, read
 * by the engine's own parser. Undefined for every other text; the tree parser then says what it is. Most config files
 * are read only for their values, and this is several times faster than building a tree with positions.
 */
export function fastValue(text: string): Value | undefined {
  if (DOUBTFUL_NUMBER.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Value;
    return countKeys(value, 0) === keysInText(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keys in the text; the engine keeps only the last of several equal ones. */
function keysInText(text: string): number {
  let count = 0;
  for (let open = text.indexOf('"'); open !== -1;) {
    let close = text.indexOf('"', open + 1);
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
    let next = close + 1;
    while (text.charCodeAt(next) <= 0x20) next += 1;
    if (text.charCodeAt(next) === 0x3a) count += 1;
    open = text.indexOf('"', next);
  }
  return count;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}

function countKeys(value: Value, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countKeys(item, depth + 1);
  } else if (isMap(value)) {
    for (const key of Object.keys(value)) count += 1 + countKeys(value[key] as Value, depth + 1);
  }
  return count;
}
