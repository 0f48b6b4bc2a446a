import type { Field, FieldBase } from './field.ts';
import { isList, isMap, textsIn, type SchemaMap } from './schema-map.ts';

/** Builds the field of a nested schema. */
type ReadInner = (schema: unknown) => Field;

/** The field of a homogeneous list; undefined for any other list. */
export function readList(schema: SchemaMap, base: FieldBase, readInner: ReadInner): Field | undefined {
  const { items, prefixItems, minItems, maxItems, uniqueItems } = schema;
  if (!isMap(items) || isList(prefixItems)) return undefined;
  const item = readInner(items);
  const isSet = uniqueItems === true || isMap(items['anyOf']) || isList(items['anyOf']);
  if (item.kind === 'choice' && !item.nullable && isSet) return { ...base, kind: 'many', choices: item.choices };
  return {
    ...base,
    kind: 'list',
    item,
    least: typeof minItems === 'number' ? minItems : 0,
    most: typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY,
  };
}

/** The field of an object with known keys; undefined if it has only arbitrary keys. */
export function readGroup(schema: SchemaMap, base: FieldBase, readInner: ReadInner, isTop: boolean): Field | undefined {
  const { properties, additionalProperties, patternProperties } = schema;
  const hasFreeKeys = additionalProperties !== undefined && additionalProperties !== false;
  if (!isMap(properties) || Object.keys(properties).length === 0) {
    // A tool whose top-level schema declares no arguments usually takes none.
    const isOpen = hasFreeKeys || isMap(patternProperties) || !isTop;
    return isOpen ? undefined : { ...base, kind: 'group', members: [] };
  }
  const required = textsIn(schema['required']);
  const members = Object.entries(properties).map(([key, inner]) => ({
    key,
    required: required.includes(key),
    field: readInner(inner),
  }));
  return { ...base, kind: 'group', members };
}
