import { closest } from '../../model/closest.ts';
import { getOwn, isMap, setOwn } from '../../model/value.ts';
import type { JsonObject } from '../../runtime/tools/tool-source.ts';
import { allowedBy } from './schema-kinds.ts';
import { fromJson, takes, typedList, typedValue, Unfit } from './typed-value.ts';

/** Arguments of a call, and what is wrong with them, one line each. */
export interface ReadArguments {
  readonly args: Record<string, unknown>;
  readonly flaws: readonly string[];
}

interface Assignment {
  readonly path: readonly string[];
  readonly schema: unknown;
  /** As it was written, for messages. */
  readonly key: string;
  readonly texts: { readonly text: string; readonly isJson: boolean }[];
}

/**
 * `k=v` in the type that the schema has for it, `k:=json` as it is, `k.inner=v` inside a map, and the same `k` again for
 * the next item of a list.
 */
export function readArguments(words: readonly string[], schema: JsonObject): ReadArguments {
  const args: Record<string, unknown> = {};
  const flaws: string[] = [];
  const assignments = new Map<string, Assignment>();
  for (const word of words) {
    const [, key = '', colon, text = ''] = /^(.+?)(:?)=(.*)$/s.exec(word) ?? [];
    if (key === '') {
      flaws.push(`'${word}' is no argument: write name=value, or name:=json`);
      continue;
    }
    const place = placeOf(key, schema, schema);
    const id = JSON.stringify(place.path);
    const known = assignments.get(id) ?? { ...place, key, texts: [] };
    known.texts.push({ text, isJson: colon === ':' });
    assignments.set(id, known);
  }
  for (const assignment of assignments.values()) {
    try {
      put(args, assignment.path, valueOf(assignment, schema));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      flaws.push(`${assignment.key} ${error.message}`);
    }
  }
  return { args, flaws };
}

/** Names may hold dots themselves: one that the schema knows counts as a whole. */
function placeOf(key: string, schema: unknown, root: JsonObject): Pick<Assignment, 'path' | 'schema'> {
  const { properties } = allowedBy(schema, root);
  if (Object.hasOwn(properties, key)) return { path: [key], schema: properties[key] };
  const known = dotsIn(key)
    .toReversed()
    .find((at) => Object.hasOwn(properties, key.slice(0, at)));
  const at = known ?? dotsIn(key)[0];
  if (at === undefined) return { path: [key], schema: undefined };
  const [first, rest] = [key.slice(0, at), key.slice(at + 1)];
  const inner = placeOf(rest, getOwn(properties as Record<string, unknown>, first), root);
  return { path: [first, ...inner.path], schema: inner.schema };
}

/** Not at an end: there would be no name on one side. */
function dotsIn(key: string): number[] {
  return Array.from(key.matchAll(/(?<=.)\.(?=.)/gs), ({ index }) => index);
}

function valueOf({ texts, schema }: Assignment, root: JsonObject): unknown {
  const [first, ...others] = texts;
  if (first && others.length === 0) return first.isJson ? jsonOf(first.text) : typedValue(first.text, schema, root);
  const plain = texts.filter(({ isJson }) => !isJson).map(({ text }) => text);
  const typed = typedList(plain, schema, root);
  return texts.map(({ text, isJson }) => (isJson ? jsonOf(text) : typed.shift()));
}

function jsonOf(text: string): unknown {
  const value = fromJson(text);
  if (value === undefined) throw new Unfit(`is not JSON: ${text}`);
  return value;
}

function put(args: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let map = args;
  for (const step of path.slice(0, -1)) {
    const inner = getOwn(map, step) ?? {};
    if (!isMap(inner)) throw new Unfit(`cannot be set: ${step} has a value already`);
    setOwn<unknown>(map, step, inner);
    map = inner;
  }
  const last = path.at(-1) ?? '';
  if (Object.hasOwn(map, last)) throw new Unfit('is there twice');
  setOwn(map, last, value);
}

/** What keeps these arguments from being sent: one that is needed is missing, or one is none of the tool's. */
export function flawsOf(args: JsonObject, schema: JsonObject): string[] {
  const { properties } = allowedBy(schema, schema);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(args, name));
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name) && !isOpen(schema, properties));
  return [
    ...missing.map((name) => `${name} is missing${about(getOwn(properties as Record<string, unknown>, name), schema)}`),
    ...unknown.map((name) => `There is no argument ${name}${instead(name, Object.keys(properties))}`),
  ];
}

/** A schema that names nothing, or says that there may be more, takes anything. */
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
