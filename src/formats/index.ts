import { json, jsonc } from './json/index.ts';
import type { Format, FormatId } from './types.ts';

/** TOML and YAML have their own parsers, loaded on first use. */
const loaders: Readonly<Record<FormatId, () => Format | Promise<Format>>> = {
  json: () => json,
  jsonc: () => jsonc,
  toml: async () => (await import('./toml/index.ts')).toml,
  yaml: async () => (await import('./yaml/index.ts')).yaml,
};

export async function loadFormat(id: FormatId): Promise<Format> {
  return loaders[id]();
}
