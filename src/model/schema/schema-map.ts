/** A JSON object received from a server. */
export type SchemaMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is SchemaMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Servers choose the keys, so `constructor` may be one. */
export function own(map: SchemaMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function textsIn(value: unknown): string[] {
  return isList(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
