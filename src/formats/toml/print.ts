import { isMap, Literal, type Scalar, type Value, type ValueMap } from '../../model/value.ts';
import type { TomlStyle } from './style.ts';

const BARE_KEY = /^[A-Za-z0-9_-]+$/;
// oxlint-disable-next-line no-control-regex -- TOML forbids exactly these in texts
const UNPRINTABLE = /["\\\u0000-\u001f\u007f]/g;
// oxlint-disable-next-line no-control-regex -- a tab is the one control character allowed here
const NOT_LITERAL = /['\u0000-\u0008\u000a-\u001f\u007f]/;
const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

export function printKey(key: string, literal: boolean): string {
  return BARE_KEY.test(key) ? key : printString(key, literal);
}

function printString(text: string, literal: boolean): string {
  if (literal && !NOT_LITERAL.test(text)) return `'${text}'`;
  const escaped = text.replace(UNPRINTABLE, (character) => {
    return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

function printNumber(number: number): string {
  if (Number.isNaN(number)) return 'nan';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf';
  if (Object.is(number, -0)) return '-0.0';
  const text = String(number);
  // As an integer it would be outside the range that a double represents exactly.
  return Number.isInteger(number) && !Number.isSafeInteger(number) && !text.includes('e') ? `${text}.0` : text;
}

function printScalar(value: Scalar, style: TomlStyle): string {
  if (value instanceof Literal) return value.text;
  if (typeof value === 'number') return printNumber(value);
  return typeof value === 'string' ? printString(value, style.literalStrings) : String(value);
}

/** A value on one line. */
export function printInline(value: Value, style: TomlStyle): string {
  if (Array.isArray(value)) return `[${value.map((item) => printInline(item, style)).join(', ')}]`;
  if (!isMap(value)) return printScalar(value, style);
  const members = Object.entries(value).map(([key, item]) => {
    return printKey(key, style.literalStrings) + style.equals + printInline(item, style);
  });
  return members.length === 0 ? '{}' : `{${style.padding}${members.join(', ')}${style.padding}}`;
}

/** A value after a key at the start of a line with this indent, where lists may span lines. */
export function printValue(value: Value, style: TomlStyle, indent: string): string {
  const { lines, eol } = style;
  if (!lines || !Array.isArray(value) || value.length === 0) return printInline(value, style);
  const items = value.map((item) => `${eol}${indent}${lines.unit}${printInline(item, style)}`);
  return `[${items.join(',')}${lines.trailingComma ? ',' : ''}${eol}${indent}]`;
}

export function printLine(key: string, value: Value, style: TomlStyle, indent: string): string {
  return indent + key + style.equals + printValue(value, style, indent);
}

/** The sections that define a table called `name`: its own and those of nested tables. */
export function printSections(name: string, map: ValueMap, style: TomlStyle, indent: string, isItem = false): string[] {
  const entries = Object.entries(map);
  const plain = entries.filter(([, value]) => !isMap(value));
  const tables = entries.filter((entry): entry is [string, ValueMap] => isMap(entry[1]));
  const lines = plain.map(([key, value]) => {
    return printLine(printKey(key, style.literalStrings), value, style, indent + style.bodyIndent);
  });
  const header = indent + (isItem ? `[[${name}]]` : `[${name}]`);
  const needsHeader = isItem || lines.length > 0 || tables.length === 0;
  return [
    ...(needsHeader ? [[header, ...lines].join(style.eol)] : []),
    ...tables.flatMap(([key, table]) =>
      printSections(`${name}.${printKey(key, style.literalStrings)}`, table, style, indent),
    ),
  ];
}
