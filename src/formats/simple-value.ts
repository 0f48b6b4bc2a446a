import type { Value } from '../model/value.ts';
import { tomlValue } from './toml/read.ts';
import type { FormatId } from './types.ts';
import { readSubset } from './yaml/subset-reader.ts';

/** The value of a valid text without positions, if it can be read without loading the editor or a library. */
export function simpleValue(format: FormatId, text: string): Value | undefined {
  if (format === 'toml') return tomlValue(text);
  return format === 'yaml' ? readSubset(text)?.root.value : undefined;
}
