import { json, jsonc } from './json/index.ts';
import type { Format, FormatId } from './types.ts';

/** TOML and YAML bring parsers of their own, so each loads when the first such file is met. */
const loaders: Readonly<Record<FormatId, () => Format | Promise<Format>>> = {
  json: () => json,
  jsonc: () => jsonc,
  toml: async () => (await import('./toml/index.ts')).toml,
  yaml: async () => (await import('./yaml/index.ts')).yaml,
};

export async function loadFormat(id: FormatId): Promise<Format> {
  return loaders[id]();
}

/** Editors' settings take comments whatever their ending; everything else called `.json` is read strictly. */
const COMMENTED_JSON =
  /(?:\.jsonc|\.json5|\.code-workspace|(?:^|[/\\])(?:settings(?:\.local)?|opencode|kilo)\.json|[/\\]\.(?:vscode|zed|cursor)[/\\][^/\\]*\.json)$/i;

export function formatOfFile(path: string): FormatId {
  if (/\.toml$/i.test(path)) return 'toml';
  if (/\.ya?ml$/i.test(path)) return 'yaml';
  return COMMENTED_JSON.test(path) ? 'jsonc' : 'json';
}
