import { expect, it } from 'vitest';
import { type Document as LibraryDocument, isScalar, parse, parseDocument, visit } from 'yaml';
import type { Document, Format } from '../../src/formats/types.ts';
import { yaml } from '../../src/formats/yaml/index.ts';
import { isMap, Literal, type Value } from '../../src/model/value.ts';
import { describePromises } from './support/promises.ts';
import { yamlDocuments } from './support/yaml-documents.ts';

/** The properties ask for the same texts again and again. */
function remembering(format: Format): Format {
  const documents = new Map<string, Document>();
  const parse = (text: string): Document => {
    const known = documents.get(text);
    if (known) return known;
    if (documents.size > 20) documents.clear();
    const document = format.parse(text);
    documents.set(text, document);
    return document;
  };
  return { ...format, parse };
}

/**
 * The library's own reading. It rounds long numbers, cannot name keys that are collections, and with `stringKeys` reads an
 * alias of a key as text too: there ours counts.
 */
function oracle(text: string): Value | undefined {
  const ours = yaml.parse(text).value;
  const document = parseDocument(text.replace(/^\ufeff/, ''), {
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    logLevel: 'silent',
  });
  if (document.errors.some(({ code }) => code === 'NON_STRING_KEY')) return ours;
  const [error] = document.errors;
  if (error) throw error;
  if (hasAliasOfKey(document)) return ours;
  const read = flatten(document.toJS({ mapAsMap: true, maxAliasCount: -1 }));
  const mine = flatten(ours ?? null);
  if (read !== mine) throw new Error(`parsers disagree about ${JSON.stringify(text)}: ${mine} and ${read}`);
  return ours;
}

function hasAliasOfKey(document: LibraryDocument): boolean {
  const keys = new Set<string>();
  let isFound = false;
  visit(document, {
    Pair: (_, { key }) => void (isScalar(key) && key.anchor && keys.add(key.anchor)),
    Alias: (_, { source }) => void (isFound ||= keys.has(source)),
  });
  return isFound;
}

it.each(['- &k true : 1\n- *k\n', '- &k 1: 5\n- *k\n', '&k ~: 1\nb: *k\n', "&k 'true': 1\nb: *k\n"])(
  'an alias of a key has the value of the key, not its name: %j',
  (text) => {
    const read = parse(text, { mapAsMap: true }) as unknown;
    const last = (value: unknown): unknown =>
      value instanceof Map ? value.get('b') : isMap(value) ? value['b'] : (value as unknown[]).at(-1);
    expect(last(yaml.parse(text).value)).toEqual(last(read));
  },
);

function flatten(value: unknown): string {
  if (value instanceof Map)
    return `{${[...value]
      .map(([key, item]) => `${JSON.stringify(key)}: ${flatten(item)}`)
      .toSorted()
      .join()}}`;
  if (Array.isArray(value)) return `[${value.map(flatten).join()}]`;
  if (value instanceof Literal) return String(Number(value.text));
  if (isMap(value)) return flatten(new Map(Object.entries(value)));
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

describePromises('YAML', remembering(yaml), yamlDocuments(), oracle);
