import type { Value } from '../model/value.ts';
import { simpleToml } from './toml/simple-value.ts';
import type { FormatId } from './types.ts';

/** The value of a text, without positions, where that can be had without loading a parser. */
export function simpleValue(format: FormatId, text: string): Value | undefined {
  return format === 'toml' ? simpleToml(text) : undefined;
}
