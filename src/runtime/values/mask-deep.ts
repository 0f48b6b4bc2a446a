import { MASK } from '../../model/secrets/hidden-spans.ts';
import { isMap } from '../../model/value.ts';

export type MaskText = (text: string) => string;

/** Masks every string in a value, and every number that is a secret. */
export function maskDeep<T>(value: T, mask: MaskText): T {
  return masked(value, mask) as T;
}

function masked(value: unknown, mask: MaskText): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === MASK ? MASK : value;
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one, mask));
  // Objects with `toJSON`, such as dates, serialize themselves.
  if (!isMap(value) || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [maskedKey(key, mask), masked(one, mask)]));
}

/** A key of letters only names a field, even if the same word is used as a password. */
function maskedKey(key: string, mask: MaskText): string {
  return /^[A-Za-z]{1,30}$/.test(key) ? key : mask(key);
}
