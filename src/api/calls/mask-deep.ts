import { isMap } from '../../model/value.ts';

/** The same value with every text in it masked. */
export function maskDeep<T>(value: T, mask: (text: string) => string): T {
  return masked(value, mask) as T;
}

function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one, mask));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [mask(key), masked(one, mask)]));
}
