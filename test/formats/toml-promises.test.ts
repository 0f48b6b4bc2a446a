import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { removeValue, setValue } from '../../src/formats/edit.ts';
import { toml } from '../../src/formats/toml/index.ts';
import { isMap, type Path, type Value } from '../../src/model/value.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { describePromises } from './support/promises.ts';
import { sameToml } from './support/same-toml.ts';
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

/** What two parsers agree on. */
function oracle(text: string): Value {
  const ours = toml.parse(text).value as Value;
  if (!sameToml(text, ours)) throw new Error(`parsers disagree about ${JSON.stringify(text)}`);
  return ours;
}
