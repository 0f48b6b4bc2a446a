import type { FormatId } from './types.ts';

/** Settings files allow comments regardless of extension; other `.json` files are strict. */
const COMMENTED_JSON = /(?:\.jsonc|\.json5|\.code-workspace|(?:^|[/\\])settings(?:\.local)?\.json)$/i;

export function formatOfFile(path: string): FormatId {
  if (/\.toml$/i.test(path)) return 'toml';
  if (/\.ya?ml$/i.test(path)) return 'yaml';
  return COMMENTED_JSON.test(path) ? 'jsonc' : 'json';
}
