import type { JsonObject } from './tool-source.ts';

/** The given fields that are strings. The input is untrusted. */
export function pickTexts<Field extends string>(
  from: JsonObject,
  fields: readonly Field[],
): { readonly [field in Field]?: string } {
  const texts = fields.filter((field) => typeof from[field] === 'string').map((field) => [field, from[field]]);
  return Object.fromEntries(texts) as { readonly [field in Field]?: string };
}
