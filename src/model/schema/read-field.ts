import type { Choice, Field, FieldBase, Variant } from './field.ts';
import { readGroup, readList } from './read-nested.ts';
import { type Budget, resolveSchema } from './resolve-schema.ts';
import { isList, isMap, type SchemaMap } from './schema-map.ts';

/** Below this depth a form is harder to read than JSON. */
const DEEPEST = 5;

/** The state of building a form. */
interface Reading {
  readonly root: unknown;
  readonly depth: number;
  readonly budget: Budget;
}

/** Alternatives that refer to each other multiply; a form with more fields is not usable. */
const MOST_FIELDS = 5000;

/** Builds the field of a schema. Every schema has one; the fallback is a JSON field. */
export function readField(schema: unknown): Field {
  return readAt(schema, { root: schema, depth: 0, budget: { left: MOST_FIELDS } });
}

function readAt(schema: unknown, reading: Reading): Field {
  const resolved = resolveSchema(schema, reading.root, reading.budget);
  if (!resolved) return asJson({ nullable: true, schema }, 'its schema cannot be resolved');
  const { schema: plain, nullable } = withoutNull(resolved);
  const base = baseOf(plain, nullable, resolved);
  if (reading.depth > DEEPEST) return asJson(base, 'it is nested deeply');
  if (Object.hasOwn(plain, 'const')) return { ...base, kind: 'fixed', value: plain['const'] };
  if (isList(plain['enum']) && plain['enum'].length > 0) return { ...base, kind: 'choice', choices: choicesOf(plain) };
  const alternatives = alternativesOf(plain);
  if (alternatives) return readAlternatives(plain, alternatives, base, reading);
  return readTyped(plain, base, reading);
}

function asJson(base: FieldBase, why: string): Field {
  return { ...base, kind: 'json', why };
}

function baseOf(schema: SchemaMap, nullable: boolean, whole: SchemaMap): FieldBase {
  const { title, description } = schema;
  return {
    ...(typeof title === 'string' && title !== '' && { title }),
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(Object.hasOwn(schema, 'default') && { default: schema['default'] }),
    nullable,
    schema: whole,
  };
}

/** Separates `null` from the other types, in every spelling of JSON Schema. */
function withoutNull(schema: SchemaMap): { schema: SchemaMap; nullable: boolean } {
  const { type, nullable } = schema;
  if (isList(type) && type.includes('null') && type.length > 1) {
    const others = type.filter((one) => one !== 'null');
    const { enum: values, ...rest } = schema;
    const left = isList(values) ? { enum: values.filter((one) => one !== null) } : {};
    return { schema: { ...rest, ...left, type: others.length === 1 ? others[0] : others }, nullable: true };
  }
  const key = keyOfAlternatives(schema);
  const list = key && (schema[key] as readonly unknown[]);
  if (key && list && list.length > 1 && list.some(isNull)) {
    const { [key]: _, ...rest } = schema;
    const others = list.filter((one) => !isNull(one));
    const [only] = others;
    if (others.length === 1 && isMap(only) && !Object.hasOwn(only, '$ref'))
      return { schema: { ...only, ...rest }, nullable: true };
    return { schema: { ...rest, [key]: others }, nullable: true };
  }
  return { schema, nullable: nullable === true };
}

function isNull(schema: unknown): boolean {
  return isMap(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

function keyOfAlternatives(schema: SchemaMap): 'oneOf' | 'anyOf' | undefined {
  return (['oneOf', 'anyOf'] as const).find((key) => isList(schema[key]));
}

/** The alternatives of a schema, or of its list of types. Alternatives with only `required` need no forms. */
function alternativesOf(schema: SchemaMap): readonly unknown[] | undefined {
  const key = keyOfAlternatives(schema);
  if (key) {
    const { [key]: list, ...rest } = schema;
    const isFormless = isMap(rest['properties']) && (list as readonly unknown[]).every(saysRequiredOnly);
    return isFormless ? undefined : (list as readonly unknown[]);
  }
  const { type, title: _, description: __, default: ___, ...rest } = schema;
  return isList(type) ? type.map((one) => ({ ...rest, type: one })) : undefined;
}

function saysRequiredOnly(schema: unknown): boolean {
  return isMap(schema) && Object.keys(schema).every((key) => key === 'required');
}

function readAlternatives(
  schema: SchemaMap,
  alternatives: readonly unknown[],
  base: FieldBase,
  reading: Reading,
): Field {
  const resolved = alternatives.map((one) => resolveSchema(one, reading.root, reading.budget));
  if (resolved.length > 0 && resolved.every((one) => one && Object.hasOwn(one, 'const'))) {
    const choices = resolved.map((one) => ({ value: one?.['const'], label: labelOf(one?.['title'], one?.['const']) }));
    return { ...base, kind: 'choice', choices };
  }
  const shared = isMap(schema['properties']) ? { properties: schema['properties'], required: schema['required'] } : {};
  const variants = alternatives.map((one, index): Variant => {
    const whole = isMap(one) && Object.keys(shared).length > 0 ? { allOf: [shared, one] } : one;
    const field = readAt(whole, { ...reading, depth: reading.depth + 1 });
    return { label: variantLabel(field, index), field };
  });
  const [only] = variants;
  if (only && variants.length === 1) return { ...only.field, ...base };
  return variants.length === 0
    ? asJson(base, 'its schema cannot be resolved')
    : { ...base, kind: 'variants', variants };
}

const kindWords: Readonly<Record<Field['kind'], string>> = {
  text: 'Text',
  number: 'Number',
  'yes-no': 'Yes or no',
  choice: 'Choice',
  many: 'Choices',
  fixed: 'Fixed',
  list: 'List',
  group: 'Object',
  variants: 'One of several',
  json: 'JSON',
};

function variantLabel(field: Field, index: number): string {
  if (field.title !== undefined) return field.title;
  if (field.kind === 'fixed') return JSON.stringify(field.value);
  if (field.kind !== 'group') return field.kind === 'number' && field.isWhole ? 'Whole number' : kindWords[field.kind];
  const marker = field.members.find((member) => member.field.kind === 'fixed');
  if (marker?.field.kind === 'fixed') return String(marker.field.value);
  const keys = field.members.map(({ key }) => key);
  return keys.length > 0 ? keys.slice(0, 3).join(', ') : `Object ${index + 1}`;
}

function choicesOf(schema: SchemaMap): Choice[] {
  const names = isList(schema['enumNames']) ? schema['enumNames'] : [];
  return (schema['enum'] as readonly unknown[]).map((value, index) => ({ value, label: labelOf(names[index], value) }));
}

function labelOf(title: unknown, value: unknown): string {
  if (typeof title === 'string' && title !== '') return title;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readTyped(schema: SchemaMap, base: FieldBase, reading: Reading): Field {
  const { type, format, maxLength, contentMediaType } = schema;
  const readInner = (inner: unknown): Field => readAt(inner, { ...reading, depth: reading.depth + 1 });
  const named = typeof type === 'string' ? type : guessedType(schema);
  switch (named) {
    case 'string': {
      const isLong = (typeof maxLength === 'number' && maxLength > 200) || contentMediaType !== undefined;
      return { ...base, kind: 'text', isLong, ...(typeof format === 'string' && { format }) };
    }
    case 'number':
    case 'integer':
      return { ...base, kind: 'number', isWhole: type === 'integer', ...limitsOf(schema) };
    case 'boolean':
      return { ...base, kind: 'yes-no' };
    case 'null':
      return { ...base, nullable: false, kind: 'fixed', value: null };
    case 'array':
      return readList(schema, base, readInner) ?? asJson(base, 'its items have different types');
    case 'object':
      return readGroup(schema, base, readInner, reading.depth === 0) ?? asJson(base, 'its keys are not fixed');
    default:
      return asJson(base, 'it has no type');
  }
}

function guessedType({ properties, items, pattern, minLength, maxLength, format }: SchemaMap): string {
  if (isMap(properties)) return 'object';
  if (isMap(items)) return 'array';
  return [pattern, minLength, maxLength, format].some((one) => one !== undefined) ? 'string' : '';
}

function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaMap): { min?: number; max?: number } {
  const min = [minimum, exclusiveMinimum].find((one) => typeof one === 'number');
  const max = [maximum, exclusiveMaximum].find((one) => typeof one === 'number');
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
