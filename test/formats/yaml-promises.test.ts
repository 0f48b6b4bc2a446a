import { parseDocument } from 'yaml';
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

/** The library's own reading. It rounds long numbers and cannot name keys that are collections: there ours counts. */
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
  const read = flatten(document.toJS({ mapAsMap: true, maxAliasCount: -1 }));
  const mine = flatten(ours ?? null);
  if (read !== mine) throw new Error(`parsers disagree about ${JSON.stringify(text)}: ${mine} and ${read}`);
  return ours;
}

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
