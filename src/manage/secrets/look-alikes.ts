import { sameValue, type Value } from '../../model/value.ts';

/**
 * Numbers for values that differ but look alike because they are masked: equal numbers are equal values. Undefined where
 * the text tells the value apart. A number says nothing about a value, while a hash would let a short one be guessed.
 */
export function lookAlikes(
  values: readonly (Value | undefined)[],
  masked: readonly (Value | undefined)[],
): (number | undefined)[] {
  const different: Value[] = [];
  return values.map((value, at) => {
    const isAlike = values.some(
      (other, index) => other !== undefined && !sameValue(value, other) && sameValue(masked[at], masked[index]),
    );
    if (value === undefined || !isAlike) return undefined;
    const known = different.findIndex((one) => sameValue(one, value));
    return known === -1 ? different.push(value) : known + 1;
  });
}

/** ` (value 2)`, beside a masked value that looks like another one. */
export function lookAlikeNote(number: number | undefined): string {
  return number === undefined ? '' : ` (value ${number})`;
}
