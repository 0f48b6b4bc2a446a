import { Literal, type Scalar } from '../../model/value.ts';
import type { Cursor } from './cursor.ts';
import { readDate, readTime } from './dates.ts';
import { TomlError } from './problem.ts';

const ZERO = 0x30;
const NINE = 0x39;
const DASH = 0x2d;
const PLUS = 0x2b;
const UNDERSCORE = 0x5f;
/** This many digits are exact in a double. */
const EXACT_DIGITS = 15;

interface NumberToken {
  readonly value: Scalar;
  readonly float: boolean;
}

const radixes: Readonly<Record<string, RegExp>> = { x: /^[0-9a-fA-F]$/, o: /^[0-7]$/, b: /^[01]$/ };

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** The number, date or time at the cursor, which is at a digit, a sign, `i` or `n`. */
export function readNumber(cursor: Cursor): NumberToken {
  const { text } = cursor;
  const start = cursor.at;
  const sign = text.charCodeAt(start);
  const isSigned = sign === DASH || sign === PLUS;
  if (isSigned) cursor.at += 1;
  const first = text.charCodeAt(cursor.at);
  if (!isDigit(first)) return { value: readNamed(cursor, sign === DASH), float: true };
  if (first === ZERO) return readFromZero(cursor, start, isSigned);
  const hasUnderscore = readDigits(cursor);
  if (!isSigned && !hasUnderscore) {
    const next = text[cursor.at];
    if (next === '-' && cursor.at - start === 4) return { value: readDate(cursor, start), float: false };
    if (next === ':' && cursor.at - start === 2) return { value: readTime(cursor, start), float: false };
  }
  return readDecimal(cursor, start);
}

/** `inf` or `nan`. */
function readNamed(cursor: Cursor, isNegative: boolean): number {
  const { text, at } = cursor;
  const isInfinity = text.startsWith('inf', at);
  if (!isInfinity && !text.startsWith('nan', at)) throw new TomlError('character', at);
  cursor.at += 3;
  return isInfinity ? (isNegative ? -Infinity : Infinity) : Number.NaN;
}

function readFromZero(cursor: Cursor, start: number, isSigned: boolean): NumberToken {
  const { text, at } = cursor;
  if (!isSigned && isDigit(text.charCodeAt(at + 1))) {
    const [leading = ''] = /^\d+/.exec(text.slice(at, at + 5)) ?? [];
    cursor.at = at + leading.length;
    const next = text[cursor.at];
    if (leading.length === 2 && next === ':') return { value: readTime(cursor, start), float: false };
    if (leading.length === 4 && next === '-') return { value: readDate(cursor, start), float: false };
    throw new TomlError('leading-zero', at);
  }
  cursor.at += 1;
  const letter = text[cursor.at] ?? '';
  const digit = Object.hasOwn(radixes, letter) ? radixes[letter] : undefined;
  if (!digit) return readDecimal(cursor, start);
  if (isSigned) throw new TomlError('character', cursor.at);
  cursor.at += 1;
  readDigits(cursor, (code) => digit.test(String.fromCharCode(code)));
  return { value: integerOf(text.slice(start, cursor.at).replaceAll('_', '')), float: false };
}

/** From after the digits before the decimal point. */
function readDecimal(cursor: Cursor, start: number): NumberToken {
  const { text } = cursor;
  let float = false;
  if (text[cursor.at] === '.') {
    float = true;
    cursor.at += 1;
    readDigits(cursor);
  }
  if (text[cursor.at] === 'e' || text[cursor.at] === 'E') {
    float = true;
    cursor.at += 1;
    const sign = text.charCodeAt(cursor.at);
    if (sign === DASH || sign === PLUS) cursor.at += 1;
    readDigits(cursor);
  }
  const source = text.slice(start, cursor.at).replaceAll('_', '');
  return { value: float ? floatOf(source) : integerOf(source), float };
}

/** Whether an underscore is between digits. */
function readDigits(cursor: Cursor, isOne: (code: number) => boolean = isDigit): boolean {
  const { text } = cursor;
  let before = UNDERSCORE;
  let hasUnderscore = false;
  if (!isOne(text.charCodeAt(cursor.at)) && text.charCodeAt(cursor.at) !== UNDERSCORE)
    throw new TomlError('character', cursor.at);
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code !== UNDERSCORE && !isOne(code)) break;
    if (code === UNDERSCORE) {
      if (before === UNDERSCORE) throw new TomlError('underscore', cursor.at);
      hasUnderscore = true;
    }
    before = code;
    cursor.at += 1;
  }
  if (before === UNDERSCORE) throw new TomlError('underscore', cursor.at);
  return hasUnderscore;
}

function integerOf(source: string): Scalar {
  if (source.length <= EXACT_DIGITS) return Number(source) + 0;
  const exact = source.startsWith('-') ? -BigInt(source.slice(1)) : BigInt(source.replace('+', ''));
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : new Literal('number', String(exact));
}

/** Numbers that a double would change are kept as text. */
function floatOf(source: string): Scalar {
  const number = Number(source);
  return decimal(source) === decimal(String(number)) ? number : new Literal('number', source.replace('+', ''));
}

/** Normalized digits and exponent without extra zeros, so that equal numbers give equal texts. */
function decimal(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^[+-]?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
