import type { Value } from '../model/value.ts';
import { simpleToml } from './toml/simple-value.ts';
import type { FormatId } from './types.ts';
import { simpleYaml } from './yaml/simple-value.ts';

/** The value of a text, without positions, where that can be had without loading a parser. */
export function simpleValue(format: FormatId, text: string): Value | undefined {
  if (format === 'toml') return simpleToml(text);
  return format === 'yaml' ? simpleYaml(text) : undefined;
}
