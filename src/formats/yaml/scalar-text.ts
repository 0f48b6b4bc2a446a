import { stringify } from 'yaml';
import { Literal, type Scalar } from '../../model/value.ts';

/** `flow` is inside brackets, `key` before a colon. */
export type ScalarPlace = 'block' | 'flow' | 'key';
export type Quotes = 'none' | 'single' | 'double';

/** Characters that not every parser preserves; they are escaped. */
const escaped = /[^\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

export function needsEscapes(text: string): boolean {
  return escaped.test(text);
}

/** A scalar on one line; `quotes` are used even when optional, unless it needs others. */
export function scalarText(value: Scalar, place: ScalarPlace, singleQuotes: boolean, quotes: Quotes = 'none'): string {
  if (value instanceof Literal) return value.text;
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'string') return print(value, 'block', {});
  if (needsEscapes(value)) return doubleQuoted(value);
  if (quotes === 'double') return doubleQuoted(value);
  if (quotes === 'single') return `'${value.replaceAll("'", "''")}'`;
  return print(value, place, { singleQuote: singleQuotes });
}

function numberText(value: number): string {
  // Without a decimal point, YAML 1.1 parsers read `1e+21` as a string.
  const text = print(value, 'block', {}).replace(/^(-?[0-9]+)e/, '$1.0e');
  // As an integer it would be outside the range that a double represents exactly.
  return /^-?[0-9]+$/.test(text) && !Number.isSafeInteger(value) ? `${text}.0` : text;
}

function print(value: Exclude<Scalar, Literal>, place: ScalarPlace, options: { singleQuote?: boolean }): string {
  // Also quotes text that YAML 1.1 reads as another type: many parsers still do.
  const all = { ...options, compat: 'yaml-1.1', lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false };
  if (place === 'flow') return stringify([value], { ...all, collectionStyle: 'flow' }).slice(1, -2);
  if (place === 'key') return stringify(new Map([[value, 0]]), { ...all, simpleKeys: true }).slice(0, -4);
  return stringify(new Map([['k', value]]), all).slice(3, -1);
}

function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
