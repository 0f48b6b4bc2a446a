import { Literal } from '../../model/value.ts';

const integer = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const decimal = /^[-+]?([0-9]*)(?:\.([0-9]*))?(?:[eE]([-+]?[0-9]+))?$/;
const core =
  /^(?:[-+]?(?:[0-9]+|\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** The number that `source` denotes, or its text when a double would change it. */
export function exactNumber(value: number, source: string): number | Literal {
  if (integer.test(source)) return Number.isSafeInteger(value) ? value : new Literal('number', source);
  const digits = significant(source);
  return digits === undefined || digits === significant(String(value)) ? value : new Literal('number', source);
}

/** The number denoted by a text of any format, as YAML reads it; undefined when YAML cannot. */
export function numberFrom(text: string): number | Literal | undefined {
  const plain = text.replaceAll('_', '');
  const binary = /^([-+]?)(0b[01]+)$/.exec(plain);
  return coreNumber(binary ? `${binary[1]}${BigInt(binary[2] as string)}` : plain);
}

/** The number that a plain scalar denotes in the core schema; undefined for a string. */
export function coreNumber(source: string): number | Literal | undefined {
  if (!core.test(source)) return undefined;
  const named = /inf$/i.test(source) ? (source.startsWith('-') ? -Infinity : Infinity) : Number(source);
  return exactNumber(named, source);
}

/** Digits and exponent without insignificant zeros; undefined for infinity and NaN. */
function significant(text: string): string | undefined {
  const match = decimal.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
