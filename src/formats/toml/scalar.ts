import type { AST } from 'toml-eslint-parser';
import { Literal, type Scalar } from '../../model/value.ts';

/** The value of a scalar; what a double or a JavaScript date would change stays as it is written. */
export function readScalar(node: AST.TOMLValue): Scalar {
  if (node.kind === 'string' || node.kind === 'boolean') return node.value;
  if (node.kind === 'integer') return readInteger(node.bigint);
  return node.kind === 'float' ? readFloat(node.number, node.value) : new Literal('datetime', node.datetime);
}

function readInteger(integer: bigint): Scalar {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : new Literal('number', String(integer));
}

function readFloat(text: string, number: number): Scalar {
  const exact = decimal(text);
  return exact === undefined || exact === decimal(String(number))
    ? number
    : new Literal('number', text.replace('+', ''));
}

/** Digits and exponent without the zeros around them, so that equal numbers give equal texts. */
function decimal(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^[+-]?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
