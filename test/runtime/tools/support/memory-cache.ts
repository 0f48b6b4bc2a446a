import type { KeyValueCache } from '../../../../src/runtime/types.ts';

/** Holds JSON text, as a file would, so that nothing is shared by accident. */
export function memoryCache(): KeyValueCache & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    async read(key) {
      const text = entries.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    async write(key, value) {
      entries.set(key, JSON.stringify(value));
    },
  };
}
