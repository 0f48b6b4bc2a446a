import fc from 'fast-check';
import { parse, TomlDate } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { removeValue, setValue } from '../../src/formats/edit.ts';
import { toml } from '../../src/formats/toml/index.ts';
import { getOwn, isMap, Literal, type Path, type Value } from '../../src/model/value.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { describePromises } from './support/promises.ts';
import { tomlDocuments } from './support/toml-documents.ts';

const samples = fc.oneof(
  { arbitrary: tomlDocuments({ tableLists: false, latest: false }), weight: 5 },
  { arbitrary: tomlDocuments({ tableLists: true, latest: false }), weight: 2 },
  { arbitrary: tomlDocuments({ tableLists: false, latest: true }), weight: 1 },
);

describePromises('TOML', toml, samples, oracle);

const pieces = [...'a.=[]{}"\'\\#\n\r ,1-:e\ufeff\u0000'.split(''), '"""', "'''", '\r\n', '\ud800'];

describe('TOML beyond the promises of all formats', () => {
  it('keeps quotes at the end of a text, also behind a line that goes on', () => {
    const text = 'a = ["""a \\\n """", 1]\n';
    expect(oracle(text)).toEqual({ a: ['a "', 1] });
  });

  it('adds a table to a list of tables, and removing it gives back the original', () => {
    const property = fc.property(tomlDocuments({ tableLists: true, latest: false }), fc.nat(), ({ text }, which) => {
      const lists = tableLists(toml.parse(text).value);
      fc.pre(lists.length > 0);
      const { path, length } = lists[which % lists.length] as (typeof lists)[number];
      const added = applyEdits(text, setValue(toml, text, [...path, length], { name: 'x', env: { A: ['b'] } }));
      oracle(added);
      expect(applyEdits(added, removeValue(toml, added, [...path, length]))).toBe(text);
    });
    fc.assert(property, { numRuns: Math.ceil(propertyRuns / 2) });
  });

  it('never throws, whatever the text', () => {
    const jumble = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(''));
    const property = fc.property(fc.oneof(fc.string({ unit: 'binary' }), jumble), (text) => {
      const { diagnostics, value } = toml.parse(text);
      if (diagnostics.length > 0) expect(value).toEqual({});
      for (const { range } of diagnostics)
        expect(text.length - (range?.end.offset ?? Number.NaN)).toBeGreaterThanOrEqual(0);
    });
    fc.assert(property, { numRuns: propertyRuns });
  });
});

function tableLists(value: Value | undefined, path: Path = []): { path: Path; length: number }[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((item, index) => tableLists(item, [...path, index]));
    return value.length > 0 && value.every(isMap) ? [{ path, length: value.length }, ...inner] : inner;
  }
  return isMap(value) ? Object.entries(value).flatMap(([key, item]) => tableLists(item, [...path, key])) : [];
}

/** The other parser keeps CRLF in texts, reads dates and rounds floats; what it can tell must agree with ours. */
/** The other parser loses the quotes that a text ends with behind such a line; without the break it means the same. */
const MISREAD = /\\\n[ \t\n]*(?="{4,5}(?!"))/g;

function oracle(text: string): Value {
  const content = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const ours = toml.parse(text).value as Value;
  const spellings = new Set([content, content.replaceAll(MISREAD, '')]);
  const isSame = [...spellings].some((one) => agree(ours, parse(one, { integersAsBigInt: 'asNeeded' })));
  if (!isSame) throw new Error(`parsers disagree about ${JSON.stringify(text)}`);
  return ours;
}

function agree(ours: Value, theirs: unknown): boolean {
  if (ours instanceof Literal) {
    if (ours.kind === 'datetime')
      return theirs instanceof TomlDate && new TomlDate(ours.text).toISOString() === theirs.toISOString();
    return typeof theirs === 'bigint' ? String(theirs) === ours.text : Object.is(Number(ours.text), theirs);
  }
  if (Array.isArray(ours))
    return (
      Array.isArray(theirs) && theirs.length === ours.length && ours.every((item, index) => agree(item, theirs[index]))
    );
  if (!isMap(ours)) return Object.is(ours, theirs) || ours === theirs;
  if (typeof theirs !== 'object' || theirs === null || Array.isArray(theirs)) return false;
  const map = theirs as Record<string, unknown>;
  return (
    Object.keys(map).length === Object.keys(ours).length &&
    Object.entries(ours).every(([key, item]) => agree(item, getOwn(map, key)))
  );
}
