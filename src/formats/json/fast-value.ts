import { MOST_DEPTH } from '../../model/json/depth.ts';
import type { Value } from '../../model/value.ts';
import { exactNumber } from './scanner.ts';

/** Numbers that a double cannot represent exactly have many digits or a large exponent. */
const MANY_DIGITS = /[\d.]{11}/;
const LONG_NUMBER = /-?\d[\d.eE+-]{14,}/g;
const LARGE_EXPONENT = /\d[eE][+-]?\d{3}/;

/**
 * Returns the value of strict JSON without duplicate keys and inexact numbers, using `JSON.parse`. Undefined for any
 * other text, which the tree parser then handles. Most config files are read only for their values, and this is several
 * times faster than a tree with positions.
 */
export function fastValue(text: string): Value | undefined {
  if (LARGE_EXPONENT.test(text) || (MANY_DIGITS.test(text) && hasInexactNumber(text))) return undefined;
  try {
    const value = JSON.parse(text) as Value;
    return countKeys(value, 0) === keysInText(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Digits inside strings are also matched, which only costs a slower read. */
function hasInexactNumber(text: string): boolean {
  return text.match(LONG_NUMBER)?.some((number) => exactNumber(number) === undefined) ?? false;
}

/**
 * Number of keys in the text; `JSON.parse` keeps only the last duplicate. A string that starts with a colon is counted
 * too, so the count may be too high but never too low.
 */
function keysInText(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let quote = colon - 1;
    while (text.charCodeAt(quote) <= 0x20) quote -= 1;
    if (text.charCodeAt(quote) === 0x22 && !isEscaped(text, quote)) count += 1;
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
  if (depth >= MOST_DEPTH) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countKeys(item, depth + 1);
  } else {
    for (const item of Object.values(value)) count += 1 + countKeys(item as Value, depth + 1);
  }
  return count;
}
