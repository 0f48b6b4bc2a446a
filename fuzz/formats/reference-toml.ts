import { type AST, parseTOML, ParseError } from 'toml-eslint-parser';
import { Literal, type Scalar } from '../../src/model/value.ts';

/** The result of another parser: each statement and value with its position, or the position of the error. */
export type Outline = { readonly lines: readonly string[] } | { readonly error: number; readonly repeated: boolean };

/** Characters that TOML forbids, but that the parser accepts in places. */
export const STRAY = /\r(?!\n)|\p{Surrogate}/u;

export function referenceToml(text: string): Outline {
  // The parser does not support a byte order mark; a blank in its place keeps all offsets. It ignores a 0 at the end of
  // a text; a line break after it helps.
  const content = text.replace(/^\ufeff/, ' ').replace(/(?<=[=[,\s+-])0$/, '0\n');
  const stray = STRAY.exec(text)?.index ?? Infinity;
  try {
    const lines: string[] = [];
    for (const statement of parseTOML(content, { tomlVersion: '1.1' }).body[0].body) outline(statement, content, lines);
    return stray === Infinity ? { lines } : { error: stray, repeated: false };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const repeated = error.message === 'Defining a key multiple times is invalid';
    return { error: Math.min(error.index, stray, text.length), repeated: repeated && error.index < stray };
  }
}

function outline(node: AST.TOMLTable | AST.TOMLKeyValue, text: string, lines: string[]): void {
  const keys = node.key.keys.map(outlineKey).join('.');
  if (node.type === 'TOMLTable') {
    const isArray = node.kind === 'array';
    const end = text.indexOf(']', node.key.range[1]) + (isArray ? 2 : 1);
    lines.push(`${isArray ? '[[' : '['}${keys} ${node.range[0]}-${end}`);
    for (const line of node.body) outline(line, text, lines);
  } else lines.push(`${keys} ${node.range.join('-')} = ${outlineValue(node.value)}`);
}

function outlineKey(node: AST.TOMLBare | AST.TOMLQuoted): string {
  return `${JSON.stringify(node.type === 'TOMLBare' ? node.name : node.value)}@${node.range.join('-')}`;
}

function outlineValue(node: AST.TOMLContentNode): string {
  const place = `@${node.range.join('-')}`;
  if (node.type === 'TOMLArray') return `[${node.elements.map(outlineValue).join()}]${place}`;
  if (node.type === 'TOMLInlineTable') {
    const members = node.body.map(
      ({ key, range, value }) => `${key.keys.map(outlineKey).join('.')} ${range.join('-')} = ${outlineValue(value)}`,
    );
    return `{${members.join()}}${place}`;
  }
  return `${outlineScalar(scalarOf(node), node.kind === 'float')}${place}`;
}

/** The same form for both parsers. */
export function outlineScalar(value: Scalar, float: boolean): string {
  if (value instanceof Literal) return `${value.kind} ${value.text}`;
  if (typeof value === 'number') return `${Object.is(value, -0) ? '-0' : value}${float ? 'f' : ''}`;
  return JSON.stringify(value);
}

/** Values that a double or a JavaScript date would change are kept as written. */
function scalarOf(node: AST.TOMLValue): Scalar {
  if (node.kind === 'string' || node.kind === 'boolean') return node.value;
  if (node.kind === 'integer') {
    const number = Number(node.bigint);
    return Number.isSafeInteger(number) ? number : new Literal('number', String(node.bigint));
  }
  if (node.kind !== 'float') return new Literal('datetime', node.datetime);
  const exact = digitsOf(node.number);
  return exact === undefined || exact === digitsOf(String(node.value))
    ? node.value
    : new Literal('number', node.number.replace('+', ''));
}

/** Digits and exponent without surrounding zeros; undefined for infinity and NaN. */
function digitsOf(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^[+-]?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return significant === ''
    ? '0'
    : `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
