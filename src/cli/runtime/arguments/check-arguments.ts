import { closest } from '../../../model/closest.ts';
import { checkValue } from '../../../model/schema/check-value.ts';
import { getOwn, isMap } from '../../../model/value.ts';
import type { JsonObject } from '../../../runtime/tools/tool-source.ts';
import { allowedBy } from './schema-kinds.ts';
import { takes } from './typed-value.ts';

/** Why the arguments are invalid, one line each: missing, unknown, or a value that does not match. */
export function validateArguments(args: JsonObject, schema: JsonObject): string[] {
  const { properties } = allowedBy(schema, schema);
  const { required, additionalProperties, ...rest } = schema;
  const needed = Array.isArray(required) ? required : [];
  const missing = needed.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(args, name));
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name) && !isOpen(schema, properties));
  // The two lists above give better messages than a validation of the whole.
  const whole = isMap(additionalProperties) ? { ...rest, additionalProperties } : rest;
  return [
    ...missing.map((name) => `${name} is missing${about(getOwn(properties as Record<string, unknown>, name), schema)}`),
    ...unknown.map((name) => `Unknown argument ${name}${instead(name, Object.keys(properties))}`),
    ...checkValue(args, whole, schema).map(({ at, message }) => `${pathIn(args, at)}: ${message.replace(/\.$/, '')}`),
  ];
}

/** A schema without properties, or one that allows additional ones, accepts anything. */
function isOpen({ additionalProperties, patternProperties }: JsonObject, properties: JsonObject): boolean {
  if (additionalProperties === true || isMap(additionalProperties) || isMap(patternProperties)) return true;
  return additionalProperties === undefined && Object.keys(properties).length === 0;
}

function instead(name: string, names: readonly string[]): string {
  const near = closest(name, names);
  if (near !== undefined) return `, did you mean ${near}?`;
  return names.length === 0 ? ': it takes none' : `: it takes ${names.join(', ')}`;
}

function about(schema: unknown, root: JsonObject): string {
  const allowed = allowedBy(schema, root);
  return allowed.kinds.size === 0 && !allowed.values ? '' : `: it takes ${takes(allowed)}`;
}

/** A JSON pointer in readable form, such as `edits[0].from`. */
function pathIn(args: JsonObject, pointer: string): string {
  let path = '';
  let value: unknown = args;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) path += `[${key}]`;
    else path += path === '' ? key : `.${key}`;
    value = Array.isArray(value) ? value[Number(key)] : isMap(value) ? getOwn<unknown>(value, key) : undefined;
  }
  return path === '' ? 'The arguments' : path;
}
