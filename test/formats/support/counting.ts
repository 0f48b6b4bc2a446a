import type { Format } from '../../../src/formats/types.ts';

/** The same format, and every text that it has been given to parse. */
export function counting(format: Format): { readonly counted: Format; readonly parsed: readonly string[] } {
  const parsed: string[] = [];
  const counted: Format = {
    ...format,
    parse(text, like) {
      parsed.push(text);
      return format.parse(text, like);
    },
  };
  return { counted, parsed };
}
