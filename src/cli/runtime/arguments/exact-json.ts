import { isMap } from '../../../model/value.ts';
import { repeatsKeys } from '../../../runtime/json/repeated-keys.ts';
import { scanText, TOO_DEEP, wasExact } from '../../../runtime/json/scan.ts';
import { Unfit } from './unfit.ts';

/** Parses JSON; throws `Unfit` if it is invalid or cannot be represented exactly. */
export function jsonOf(text: string): unknown {
  const end = scanText(text);
  if (end === TOO_DEEP) throw new Unfit('is nested too deeply');
  if (end < 0) throw new Unfit('is not JSON');
  if (!wasExact()) throw new Unfit('has a number that would lose digits');
  if (repeatsKeys(text)) throw new Unfit('has a key twice');
  return JSON.parse(text) as unknown;
}

/** Parses a JSON object. */
export function objectOf(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  if (!isMap(value)) throw new Unfit('is JSON, but no object');
  return value;
}
