import fc from 'fast-check';
import { parse, TomlDate } from 'smol-toml';

import { describePromises } from './support/promises.ts';
import { tomlDocuments } from './support/toml-documents.ts';
import { toml } from '../../src/formats/toml/index.ts';
import { getOwn, isMap, Literal, type Value } from '../../src/model/value.ts';

const samples = fc.oneof(
  { arbitrary: tomlDocuments({ tableLists: false, latest: false }), weight: 5 },
  { arbitrary: tomlDocuments({ tableLists: true, latest: false }), weight: 2 },
  { arbitrary: tomlDocuments({ tableLists: false, latest: true }), weight: 1 },
);

describePromises('TOML', toml, samples, oracle);

/** The other parser keeps CRLF in texts, reads dates and rounds floats; what it can tell must agree with ours. */
function oracle(text: string): Value {
  const content = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const theirs: unknown = parse(content, { integersAsBigInt: 'asNeeded' });
  const ours = toml.parse(text).value as Value;
  if (!agree(ours, theirs)) throw new Error(`parsers disagree about ${JSON.stringify(text)}`);
  return ours;
}

function agree(ours: Value, theirs: unknown): boolean {
  if (ours instanceof Literal) {
    if (ours.kind === 'datetime') return theirs instanceof TomlDate && new TomlDate(ours.text).toISOString() === theirs.toISOString();
    return typeof theirs === 'bigint' ? String(theirs) === ours.text : Object.is(Number(ours.text), theirs);
  }
  if (Array.isArray(ours)) return Array.isArray(theirs) && theirs.length === ours.length && ours.every((item, index) => agree(item, theirs[index]));
  if (!isMap(ours)) return Object.is(ours, theirs) || ours === theirs;
  if (typeof theirs !== 'object' || theirs === null || Array.isArray(theirs)) return false;
  const map = theirs as Record<string, unknown>;
  return Object.keys(map).length === Object.keys(ours).length && Object.entries(ours).every(([key, item]) => agree(item, getOwn(map, key)));
}
