import { isMap, Literal, type Scalar, type Value } from '../../model/value.ts';
import { eolOf, indentUnit } from '../layout.ts';

/** The document's style, so that added text matches its surroundings. */
export interface JsonStyle {
  readonly eol: string;
  /** One indentation step; undefined when the whole document is on one line. */
  readonly unit: string | undefined;
  readonly colon: string;
  readonly separator: string;
  /** Lists of scalars are on one line. */
  readonly flatLists: boolean;
}

export function styleOf(text: string): JsonStyle {
  const body = text.trim();
  const isEmpty = body === '{}' || body === '[]' || body.startsWith('//') || !/[{[]/.test(body);
  const oneLine = !isEmpty && !body.includes('\n');
  const colon = /"[ \t]*:([ \t]*)/.exec(text);
  const spaced = oneLine ? /[,:] /.test(text) : true;
  return {
    eol: eolOf(text),
    unit: oneLine ? undefined : indentUnit(text),
    colon: colon ? `:${(colon[1] ?? '').slice(0, 1)}` : ': ',
    separator: spaced ? ', ' : ',',
    flatLists: /\[[ \t]*["\d][^\]\n]*\]/.test(text) && !/\[[ \t]*\r?\n[ \t]*["\d]/.test(text),
  };
}

export function printKey(key: string, style: JsonStyle): string {
  return JSON.stringify(key) + style.colon;
}

/** `indent` is the indent of the line on which the value starts. */
export function printValue(value: Value, style: JsonStyle, indent: string): string {
  if (Array.isArray(value)) {
    const flat = style.flatLists && !value.some((item) => Array.isArray(item) || isMap(item));
    const inner = flat ? { ...style, unit: undefined } : style;
    return bracket(
      '[',
      ']',
      value.map((item) => (deeper: string) => printValue(item, style, deeper)),
      inner,
      indent,
    );
  }
  if (isMap(value)) {
    const members = Object.entries(value).map(([key, item]) => (deeper: string) => {
      return printKey(key, style) + printValue(item, style, deeper);
    });
    return bracket('{', '}', members, style, indent);
  }
  return printScalar(value);
}

function bracket(
  open: string,
  close: string,
  parts: readonly ((indent: string) => string)[],
  style: JsonStyle,
  indent: string,
): string {
  if (parts.length === 0) return open + close;
  if (style.unit === undefined) return open + parts.map((part) => part(indent)).join(style.separator) + close;
  const deeper = indent + style.unit;
  const lines = parts.map((part) => deeper + part(deeper));
  return [open, lines.join(`,${style.eol}`), indent + close].join(style.eol);
}

function printScalar(value: Scalar): string {
  return value instanceof Literal ? value.text : JSON.stringify(value);
}
