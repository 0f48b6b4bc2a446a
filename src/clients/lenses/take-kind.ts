import { isMap, type Value, type ValueMap } from '../../model/value.ts';
import type { EntryReader } from '../types.ts';

/** The map under a key; anything else that stands there is noted as wrong. */
export function takeMap(entry: EntryReader, key: string): ValueMap | undefined {
  const value = entry.take(key);
  if (value !== undefined && !isMap(value)) entry.wrong([key], 'record', value);
  return isMap(value) ? value : undefined;
}

/** The items of the list under a key; anything else that stands there is noted as wrong. */
export function takeList(entry: EntryReader, key: string): readonly Value[] {
  const value = entry.take(key);
  if (value !== undefined && !Array.isArray(value)) entry.wrong([key], 'array', value);
  return Array.isArray(value) ? value : [];
}
