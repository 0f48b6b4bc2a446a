import { isMap, type Value, type ValueMap } from '../../model/value.ts';
import type { EntryReader } from '../types.ts';

/** The map under a key; another type is reported. */
export function takeMap(entry: EntryReader, key: string): ValueMap | undefined {
  const value = entry.take(key);
  if (value !== undefined && !isMap(value)) entry.reportType([key], 'record', value);
  return isMap(value) ? value : undefined;
}

/** The items of the list under a key; another type is reported. */
export function takeList(entry: EntryReader, key: string): readonly Value[] {
  const value = entry.take(key);
  if (value !== undefined && !Array.isArray(value)) entry.reportType([key], 'array', value);
  return Array.isArray(value) ? value : [];
}
