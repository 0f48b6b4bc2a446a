import { isMap } from '../../../model/value.ts';
import { repeatsKeys } from '../../../runtime/json/repeated-keys.ts';
import { scanText, TOO_DEEP, wasExact } from '../../../runtime/json/scan.ts';
import { Unfit } from './unfit.ts';

/** A JSON text as a value; throws `Unfit` when it is none, or when the value would not be what is written. */
export function jsonOf(text: string): unknown {
  const end = scanText(text);
  if (end === TOO_DEEP) throw new Unfit('is nested too deeply');
  if (end < 0) throw new Unfit('is not JSON');
  if (!wasExact()) throw new Unfit('has a number that would lose digits');
  if (repeatsKeys(text)) throw new Unfit('has a key twice');
  return JSON.parse(text) as unknown;
}

/** A JSON object that a person wrote as a whole. */
export function objectOf(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  if (!isMap(value)) throw new Unfit('is JSON, but no object');
  return value;
}
