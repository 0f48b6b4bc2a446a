import { isMap } from '../../model/value.ts';
import type { JsonObject } from './tool-source.ts';

/** Schemas below this depth are not converted. */
const DEEPEST = 100;

const withSchema = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const withSchemas = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const withNamedSchemas = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

/**
 * Adapts a schema to model providers: objects without `properties`, which some providers reject, get an empty map.
 * Everything else stays, and an unchanged schema is returned as the same object. Values in `default`, `enum` and
 * similar are not schemas.
 */
export function convertSchema(schema: JsonObject): JsonObject {
  return convert(schema, 0) as JsonObject;
}

function convert(schema: unknown, depth: number): unknown {
  if (!isMap(schema) || depth > DEEPEST) return schema;
  const changes = Object.entries(schema).flatMap(([key, value]) => {
    const converted = convertKeyword(key, value, depth + 1);
    return converted === value ? [] : [[key, converted] as const];
  });
  if (needsProperties(schema)) changes.push(['properties', {}]);
  return changes.length === 0 ? schema : Object.fromEntries([...Object.entries(schema), ...changes]);
}

function convertKeyword(key: string, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return withSchemas.includes(key) ? convertAll(value, depth) : value;
  if (!isMap(value)) return value;
  if (withSchema.includes(key)) return convert(value, depth);
  if (!withNamedSchemas.includes(key)) return value;
  const names = Object.keys(value);
  const schemas = Object.values(value);
  const converted = convertAll(schemas, depth);
  return converted === schemas ? value : Object.fromEntries(names.map((name, index) => [name, converted[index]]));
}

/** Returns the same array if nothing changes. */
function convertAll(schemas: unknown[], depth: number): unknown[] {
  const converted = schemas.map((schema) => convert(schema, depth));
  return converted.every((schema, index) => schema === schemas[index]) ? schemas : converted;
}

/** A reference target declares its own properties. */
function needsProperties(schema: JsonObject): boolean {
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  if (!types.includes('object') || Object.hasOwn(schema, '$ref')) return false;
  return !isMap(schema['properties']);
}
