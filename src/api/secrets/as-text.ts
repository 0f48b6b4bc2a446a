import { Literal, type Value } from '../../model/value.ts';

/** A value as a user would type it. */
export function asText(value: Value): string {
  if (value instanceof Literal) return value.text;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
