import { keyOfStep } from '../../../model/schema/resolve-schema.ts';
import { getOwn, isMap } from '../../../model/value.ts';
import type { JsonObject } from '../../../runtime/tools/tool-source.ts';

export type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

const kinds: readonly Kind[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

/** What a schema allows, as far as it says; only local references are resolved. */
export interface Allowed {
  /** Empty if unspecified. */
  readonly kinds: ReadonlySet<Kind>;
  /** The allowed values, if enumerated. */
  readonly values: readonly unknown[] | undefined;
  /** Properties of an object. */
  readonly properties: JsonObject;
  /** Schema of additional properties. */
  readonly others: unknown;
  readonly items: unknown;
}

const anything: Allowed = { kinds: new Set(), values: undefined, properties: {}, others: undefined, items: undefined };

export function allowedBy(schema: unknown, root: JsonObject): Allowed {
  return allowedAt(schema, root, new Map());
}

/** Memoized, so that each part is expanded once and cycles end. */
function allowedAt(schema: unknown, root: JsonObject, known: Map<unknown, Allowed>): Allowed {
  const before = known.get(schema);
  if (before || !isMap(schema)) return before ?? anything;
  known.set(schema, anything);
  const found = expand(schema, root, known);
  known.set(schema, found);
  return found;
}

function expand(schema: JsonObject, root: JsonObject, known: Map<unknown, Allowed>): Allowed {
  const { $ref: reference } = schema;
  const target = typeof reference === 'string' ? lookUp(reference, root) : undefined;
  const deeper = (inner: unknown): Allowed => allowedAt(inner, root, known);
  const parts = [
    own(schema),
    ...(target === undefined ? [] : [deeper(target)]),
    ...listIn(schema['allOf']).map(deeper),
  ];
  for (const key of ['anyOf', 'oneOf']) {
    const choices = listIn(schema[key]).map(deeper);
    if (choices.length > 0) parts.push(choices.reduce(either));
  }
  const all = parts.reduce(both);
  return schema['nullable'] === true && all.kinds.size > 0
    ? either(all, { ...anything, kinds: new Set(['null']) })
    : all;
}

function own(schema: JsonObject): Allowed {
  const { type, enum: listed, properties, additionalProperties, items } = schema;
  const values =
    Array.isArray(listed) && listed.length > 0
      ? listed
      : Object.hasOwn(schema, 'const')
        ? [schema['const']]
        : undefined;
  const named = (Array.isArray(type) ? type : [type]).filter((one): one is Kind => kinds.includes(one as Kind));
  const known: readonly Kind[] = named.length > 0 ? named : impliedBy(values, properties, items);
  return {
    kinds: new Set(known),
    values,
    properties: isMap(properties) ? properties : {},
    others: isMap(additionalProperties) ? additionalProperties : undefined,
    items,
  };
}

function impliedBy(values: readonly unknown[] | undefined, properties: unknown, items: unknown): Kind[] {
  if (values) return values.map(kindOf);
  return isMap(properties) ? ['object'] : items === undefined ? [] : ['array'];
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}

/** Whether a value of this kind is allowed; an integer is a number. */
export function allowsKind({ kinds: allowed }: Allowed, kind: Kind): boolean {
  return allowed.has(kind) || (kind === 'integer' && allowed.has('number'));
}

function both(a: Allowed, b: Allowed): Allowed {
  const shared = [...a.kinds].filter((kind) => allowsKind(b, kind));
  const further = [...b.kinds].filter((kind) => allowsKind(a, kind));
  const joined = a.kinds.size === 0 ? b.kinds : b.kinds.size === 0 ? a.kinds : new Set([...shared, ...further]);
  return {
    kinds: joined,
    values: a.values ?? b.values,
    properties: { ...a.properties, ...b.properties },
    others: a.others ?? b.others,
    items: a.items ?? b.items,
  };
}

function either(a: Allowed, b: Allowed): Allowed {
  const isOpen = a.kinds.size === 0 || b.kinds.size === 0;
  return {
    kinds: isOpen ? new Set() : new Set([...a.kinds, ...b.kinds]),
    values: a.values && b.values ? [...new Set([...a.values, ...b.values])] : nullBeside(a, b),
    properties: { ...a.properties, ...b.properties },
    others: a.others ?? b.others,
    items: a.items ?? b.items,
  };
}

/** An enumeration combined with null is still an enumeration. */
function nullBeside(a: Allowed, b: Allowed): readonly unknown[] | undefined {
  const isNull = ({ kinds: allowed }: Allowed): boolean => allowed.size === 1 && allowed.has('null');
  if (a.values && isNull(b)) return [...a.values, null];
  return b.values && isNull(a) ? [...b.values, null] : undefined;
}

function lookUp(reference: string, root: JsonObject): unknown {
  if (!reference.startsWith('#')) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = keyOfStep(step);
    found = isMap(found) ? getOwn(found, key) : undefined;
  }
  return found;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
