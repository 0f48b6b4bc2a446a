import { closest } from '../../../model/closest.ts';
import { sameValue, type Value } from '../../../model/value.ts';
import type { JsonObject } from '../../../runtime/tools/tool-source.ts';
import { jsonOf } from './exact-json.ts';
import { InvalidArgument } from './invalid-argument.ts';
import { type Allowed, allowedBy, allowsKind, type Kind, kindOf } from './schema-kinds.ts';

const words: Readonly<Record<Kind, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'a JSON object',
};

/** Converts a text to the type of the schema; throws `InvalidArgument` if that is not possible. */
export function typedValue(text: string, schema: unknown, root: JsonObject): unknown {
  const allowed = allowedBy(schema, root);
  const value = valueOf(text, allowed, root);
  return listed(value, allowed);
}

/** Converts repeated arguments to items of a list. */
export function typedList(texts: readonly string[], schema: unknown, root: JsonObject): unknown[] {
  const allowed = allowedBy(schema, root);
  if (allowed.kinds.size > 0 && !allowed.kinds.has('array'))
    throw new InvalidArgument(`takes ${takes(allowed)}, but is given ${texts.length} times`);
  return texts.map((text) => typedValue(text, allowed.items, root));
}

/** Describes the allowed values. */
export function takes(allowed: Allowed): string {
  const { kinds, values } = allowed;
  if (values) return `one of ${values.map((value) => (typeof value === 'string' ? value : json(value))).join(', ')}`;
  if (kinds.size === 0) return 'anything';
  return [...kinds].map((kind) => words[kind]).join(' or ');
}

function valueOf(text: string, allowed: Allowed, root: JsonObject): unknown {
  const { kinds, items } = allowed;
  const parsed = fromJson(text);
  if (kinds.size === 0) return anyValue(text, parsed);
  const kind = kindOf(parsed);
  if (parsed !== undefined && kind !== 'string' && allowsKind(allowed, kind)) {
    if (kind === 'array' || kind === 'object') return jsonOf(text);
    if (!isUnsafe(text, parsed)) return parsed;
    if (!kinds.has('string')) throw new InvalidArgument(`would lose digits as a number: ${text}`);
  }
  if (kinds.has('string')) return text;
  if (kinds.has('array')) return [typedValue(text, items, root)];
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number) && allowsKind(allowed, kindOf(number))) return number;
  throw new InvalidArgument(`takes ${takes(allowed)}, not '${text}'`);
}

/** Without a type in the schema, valid JSON is parsed. */
function anyValue(text: string, parsed: unknown): unknown {
  if (parsed === undefined || isUnsafe(text, parsed)) return text;
  return typeof parsed === 'object' ? jsonOf(text) : parsed;
}

function listed(value: unknown, allowed: Allowed): unknown {
  const { values } = allowed;
  if (!values || values.some((one) => sameValue(one as Value, value as Value))) return value;
  const near = closest(
    String(value),
    values.filter((one) => typeof one === 'string'),
  );
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  throw new InvalidArgument(
    `takes ${takes(allowed)}, not '${typeof value === 'string' ? value : json(value)}'${meant}`,
  );
}

/** An integer with more digits than a double can represent would change. */
function isUnsafe(text: string, parsed: unknown): boolean {
  return typeof parsed === 'number' && /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(parsed);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
