import { closest } from '../closest.ts';
import { checkText } from './check-text.ts';
import { pathStep } from './path-step.ts';
import { type Budget, resolveSchema } from './resolve-schema.ts';
import { isList, isMap, own, textsIn, type SchemaMap } from './schema-map.ts';

/** A problem of a value at one location. */
export interface SchemaIssue {
  /** JSON pointer; empty for the whole value. */
  readonly at: string;
  readonly message: string;
}

interface Place {
  readonly root: unknown;
  readonly at: string;
  readonly depth: number;
  readonly budget: Budget;
}

/** Limits recursion through schemas that refer to themselves. */
const DEEPEST = 60;

/** Alternatives that refer to each other multiply; checking stops after this many steps. */
const MOST_STEPS = 100_000;

/** Validates a value before it is sent. The server checks unsupported keywords. References are resolved in `root`. */
export function checkValue(value: unknown, schema: unknown, root: unknown = schema): SchemaIssue[] {
  return checkAt(value, schema, { root, at: '', depth: 0, budget: { left: MOST_STEPS } });
}

function checkAt(value: unknown, schema: unknown, place: Place): SchemaIssue[] {
  if (schema === false) return [{ at: place.at, message: 'This is not allowed here.' }];
  const { root, budget } = place;
  if (!isMap(schema) || place.depth > DEEPEST || budget.left <= 0) return [];
  const { allOf, ...rest } = schema;
  const resolved = resolveSchema(rest, root, budget);
  if (!resolved) return [];
  const deeper = { ...place, depth: place.depth + 1 };
  return [
    ...(isList(allOf) ? allOf.flatMap((part) => checkAt(value, part, deeper)) : []),
    ...(Object.hasOwn(resolved, 'allOf') ? checkAt(value, resolved, deeper) : checkPlain(value, resolved, deeper)),
  ];
}

function checkPlain(value: unknown, schema: SchemaMap, place: Place): SchemaIssue[] {
  const wrongKind = checkKind(value, schema);
  if (wrongKind !== undefined) return [{ at: place.at, message: wrongKind }];
  const messages = [
    ...(typeof value === 'string' ? checkText(value, schema) : []),
    ...(typeof value === 'number' ? checkNumber(value, schema) : []),
  ];
  return [
    ...messages.map((message) => ({ at: place.at, message })),
    ...(isList(value) ? checkList(value, schema, place) : []),
    ...(isMap(value) ? checkMap(value, schema, place) : []),
    ...checkAlternatives(value, schema, place),
  ];
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function checkKind(value: unknown, schema: SchemaMap): string | undefined {
  const { type, enum: values, nullable } = schema;
  if (value === null && nullable === true) return undefined;
  if (Object.hasOwn(schema, 'const') && !isSame(value, schema['const']))
    return `This must be ${JSON.stringify(schema['const'])}.`;
  if (isList(values) && values.length > 0 && !values.some((one) => isSame(one, value)))
    return `This must be one of ${values.map((one) => JSON.stringify(one)).join(', ')}.`;
  const types = typeof type === 'string' ? [type] : textsIn(type);
  if (types.length === 0 || types.some((one) => isOfType(value, one))) return undefined;
  return `This must be ${types.map((one) => kindNames[one] ?? one).join(' or ')}.`;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return isList(value);
    case 'object':
      return isMap(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

/** Deep equality that ignores the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one, index) => isSame(one, b[index]));
  if (!isMap(a) || !isMap(b)) return Object.is(a, b) || a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

function checkList(list: readonly unknown[], schema: SchemaMap, place: Place): SchemaIssue[] {
  const { items, prefixItems, minItems, maxItems, uniqueItems } = schema;
  const issues: SchemaIssue[] = [];
  const say = (message: string): void => void issues.push({ at: place.at, message });
  if (typeof minItems === 'number' && list.length < minItems)
    say(`At least ${minItems} ${minItems === 1 ? 'item is' : 'items are'} needed.`);
  if (typeof maxItems === 'number' && list.length > maxItems)
    say(`At most ${maxItems} ${maxItems === 1 ? 'item is' : 'items are'} allowed.`);
  if (uniqueItems === true && list.some((one, index) => list.slice(0, index).some((other) => isSame(one, other))))
    say('Items must be unique.');
  const first = isList(prefixItems) ? prefixItems : [];
  for (const [index, item] of list.entries()) {
    const inner = index < first.length ? first[index] : items;
    for (const issue of checkAt(item, inner, { ...place, at: pathStep(place.at, index) })) issues.push(issue);
  }
  return issues;
}

function checkMap(map: SchemaMap, schema: SchemaMap, place: Place): SchemaIssue[] {
  const properties = isMap(schema['properties']) ? schema['properties'] : {};
  const patterns = isMap(schema['patternProperties']);
  const { additionalProperties, dependentRequired } = schema;
  const dependent = Object.entries(isMap(dependentRequired) ? dependentRequired : {}).flatMap(([key, names]) =>
    own(map, key) === undefined ? [] : textsIn(names),
  );
  const needed = new Set([...textsIn(schema['required']), ...dependent]);
  const missing = [...needed].filter((key) => own(map, key) === undefined);
  return [
    ...missing.map((key) => ({ at: pathStep(place.at, key), message: 'This is required.' })),
    ...Object.entries(map).flatMap(([key, value]) => {
      const inner = { ...place, at: pathStep(place.at, key) };
      if (Object.hasOwn(properties, key)) return checkAt(value, properties[key], inner);
      if (patterns) return [];
      if (additionalProperties === false) return [{ at: inner.at, message: unknownKey(key, Object.keys(properties)) }];
      return checkAt(value, additionalProperties, inner);
    }),
  ];
}

function unknownKey(key: string, keys: readonly string[]): string {
  const near = closest(key, keys);
  return near === undefined ? `Unknown key ${key}.` : `Unknown key ${key}. Did you mean ${near}?`;
}

function checkAlternatives(value: unknown, schema: SchemaMap, place: Place): SchemaIssue[] {
  const { anyOf, oneOf, not } = schema;
  if (isMap(not) && Object.keys(not).length > 0 && checkAt(value, not, place).length === 0)
    return [{ at: place.at, message: 'This value is not allowed here.' }];
  return [anyOf, oneOf].filter(isList).flatMap((list) => {
    const tried = list.map((one) => checkAt(value, one, place));
    const fitting = tried.filter((issues) => issues.length === 0).length;
    if (fitting > 1 && list === oneOf)
      return [{ at: place.at, message: 'This matches several alternatives but must match exactly one.' }];
    return fitting > 0 ? [] : nearest(tried, place.at);
  });
}

/** The issues of the most likely alternative: those below the top level, and the fewest of them. */
function nearest(tried: readonly (readonly SchemaIssue[])[], at: string): readonly SchemaIssue[] {
  const inner = tried.filter((issues) => issues.every((issue) => issue.at !== at));
  const [best] = inner.toSorted((a, b) => a.length - b.length);
  return best ?? [{ at, message: 'This matches none of the alternatives.' }];
}

function checkNumber(value: number, schema: SchemaMap): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const messages: string[] = [];
  if (typeof minimum === 'number' && value < minimum) messages.push(`This must be ${minimum} or more.`);
  if (typeof maximum === 'number' && value > maximum) messages.push(`This must be ${maximum} or less.`);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    messages.push(`This must be more than ${exclusiveMinimum}.`);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    messages.push(`This must be less than ${exclusiveMaximum}.`);
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf))
    messages.push(`This must be a multiple of ${multipleOf}.`);
  return messages;
}

/** Tolerates rounding: 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}
