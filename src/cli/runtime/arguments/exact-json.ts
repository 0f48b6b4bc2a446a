import { isMap } from '../../../model/value.ts';
import { repeatsKeys } from '../../../runtime/json/repeated-keys.ts';
import { scanText, TOO_DEEP, wasExact } from '../../../runtime/json/scan.ts';
import { InvalidArgument } from './invalid-argument.ts';

/** Parses JSON; throws `InvalidArgument` if it is invalid or cannot be represented exactly. */
export function jsonOf(text: string): unknown {
  const end = scanText(text);
  if (end === TOO_DEEP) throw new InvalidArgument('is nested too deeply');
  if (end < 0) throw new InvalidArgument('is not JSON');
  if (!wasExact()) throw new InvalidArgument('has a number that would lose digits');
  if (repeatsKeys(text)) throw new InvalidArgument('has a duplicate key');
  return JSON.parse(text) as unknown;
}

/** Parses a JSON object. */
export function objectOf(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  if (!isMap(value)) throw new InvalidArgument('is JSON, but not an object');
  return value;
}
