import { getOwn, isMap, setOwn } from '../../../model/value.ts';
import type { JsonObject } from '../../../runtime/tools/tool-source.ts';
import { jsonOf } from './exact-json.ts';
import { InvalidArgument } from './invalid-argument.ts';
import { allowedBy } from './schema-kinds.ts';
import { typedList, typedValue } from './typed-value.ts';

/** Parsed arguments, and errors with one line each. */
export interface ReadArguments {
  readonly args: Record<string, unknown>;
  readonly issues: readonly string[];
}

interface Assignment {
  readonly path: readonly string[];
  readonly schema: unknown;
  /** As written, for messages. */
  readonly key: string;
  readonly texts: { readonly text: string; readonly isJson: boolean }[];
}

/**
 * Parses `k=v` with the type of the schema, `k:=json` as JSON, `k.inner=v` inside an object, and a repeated `k` as
 * items of a list.
 */
export function readArguments(words: readonly string[], schema: JsonObject): ReadArguments {
  const args: Record<string, unknown> = {};
  const issues: string[] = [];
  const assignments = new Map<string, Assignment>();
  for (const word of words) {
    const [, key = '', colon, text = ''] = /^(.+?)(:?)=(.*)$/s.exec(word) ?? [];
    if (key === '') {
      issues.push(`'${word}' is not an argument: write name=value, or name:=json`);
      continue;
    }
    const place = resolveKey(key, schema, schema);
    const id = JSON.stringify(place.path);
    const known = assignments.get(id) ?? { ...place, key, texts: [] };
    known.texts.push({ text, isJson: colon === ':' });
    assignments.set(id, known);
  }
  for (const assignment of assignments.values()) {
    try {
      put(args, assignment.path, valueOf(assignment, schema));
    } catch (error) {
      if (!(error instanceof InvalidArgument)) throw error;
      issues.push(`${assignment.key} ${error.message}`);
    }
  }
  return { args, issues };
}

/** Names may contain dots: a name in the schema takes precedence. */
function resolveKey(key: string, schema: unknown, root: JsonObject): Pick<Assignment, 'path' | 'schema'> {
  const { properties, others } = allowedBy(schema, root);
  if (Object.hasOwn(properties, key)) return { path: [key], schema: properties[key] };
  const known = dotsIn(key)
    .toReversed()
    .find((at) => Object.hasOwn(properties, key.slice(0, at)));
  const at = known ?? dotsIn(key)[0];
  if (at === undefined) return { path: [key], schema: others };
  const [first, rest] = [key.slice(0, at), key.slice(at + 1)];
  const inner = resolveKey(rest, getOwn(properties as Record<string, unknown>, first) ?? others, root);
  return { path: [first, ...inner.path], schema: inner.schema };
}

/** Dots with a name on both sides. */
function dotsIn(key: string): number[] {
  return Array.from(key.matchAll(/(?<=.)\.(?=.)/gs), ({ index }) => index);
}

function valueOf({ texts, schema }: Assignment, root: JsonObject): unknown {
  const [first, ...others] = texts;
  if (first && others.length === 0)
    return first.isJson ? writtenJson(first.text) : typedValue(first.text, schema, root);
  const plain = texts.filter(({ isJson }) => !isJson).map(({ text }) => text);
  const typed = typedList(plain, schema, root);
  return texts.map(({ text, isJson }) => (isJson ? writtenJson(text) : typed.shift()));
}

function writtenJson(text: string): unknown {
  try {
    return jsonOf(text);
  } catch (error) {
    throw error instanceof InvalidArgument ? new InvalidArgument(`${error.message}: ${text}`) : error;
  }
}

function put(args: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let map = args;
  for (const step of path.slice(0, -1)) {
    const inner = getOwn(map, step) ?? {};
    if (!isMap(inner)) throw new InvalidArgument(`cannot be set: ${step} has a value already`);
    setOwn<unknown>(map, step, inner);
    map = inner;
  }
  const last = path.at(-1) ?? '';
  if (Object.hasOwn(map, last)) throw new InvalidArgument('is given twice');
  setOwn(map, last, value);
}
