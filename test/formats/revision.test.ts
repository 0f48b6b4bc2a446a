import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { jsonc } from '../../src/formats/json/index.ts';
import { Revision } from '../../src/formats/revision.ts';
import { toml } from '../../src/formats/toml/index.ts';
import type { Format } from '../../src/formats/types.ts';
import { yaml } from '../../src/formats/yaml/index.ts';
import { isMap, type Value, type ValueMap } from '../../src/model/value.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { counting } from './support/counting.ts';
import { longText } from './support/long-texts.ts';

const formats: readonly Format[] = [jsonc, toml, yaml];

const texts = fc.constantFrom('npx', 'a b', '${TOKEN}', 'ünï', '#', '1');
const env = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), texts, { maxKeys: 4 });
const entries: fc.Arbitrary<ValueMap> = fc.record(
  { command: texts, args: fc.array(texts, { maxLength: 4 }), env, port: fc.nat(9), cwd: texts },
  { requiredKeys: ['command'] },
);

describe.each(formats.map((format) => [format.id, format] as const))('changes to one %s document', (_, format) => {
  it('are made where the change lies, as if the whole text had been looked at', () => {
    const blind: Format = { ...format, surroundings: () => undefined };
    fc.assert(
      fc.property(fc.array(entries, { minLength: 12, maxLength: 12 }), fc.nat(11), entries, (all, index, wanted) => {
        const text = longText(format.id, all);
        const [near, whole] = [format, blind].map((one) => {
          const revision = new Revision(one, one.parse(text));
          revision.set(['servers', `s${index}`], wanted);
          return applyEdits(text, revision.edits());
        });
        expect(near).toBe(whole);
      }),
      { numRuns: propertyRuns / 10, endOnFailure: true },
    );
  });

  it('become one text that is parsed once more', () => {
    fc.assert(
      fc.property(fc.array(entries, { minLength: 12, maxLength: 12 }), fc.gen(), (all, g) => {
        const text = longText(format.id, all);
        const { counted, parsed } = counting(format);
        const revision = new Revision(counted, counted.parse(text));
        // Neighbors are left alone: edits that meet are made one after the other.
        for (const index of [0, 4, 8])
          revision.set(
            ['servers', `s${index}`],
            g(() => entries),
          );
        for (const name of ['x', 'y', 'z'])
          revision.set(
            ['servers', name],
            g(() => entries),
          );
        for (const name of ['s2', 's6']) revision.remove(['servers', name]);
        const wanted = revision.value;
        const { text: after, value } = revision.settle();
        expect(value).toEqual(wanted);
        expect(applyEdits(text, revision.edits())).toBe(after);
        expect(parsed.filter(({ length }) => length * 2 > text.length)).toEqual([text, after]);
      }),
      { numRuns: propertyRuns / 10, endOnFailure: true },
    );
  });

  it('give what they give one after the other', () => {
    const run = (text: string, g: fc.GeneratorValue, isStepwise: boolean): Value | undefined => {
      const revision = new Revision(format, format.parse(text));
      const namesOf = (): string[] => Object.keys(isMap(revision.value) ? (revision.value['servers'] as ValueMap) : {});
      for (let count = g(fc.integer, { min: 1, max: 8 }); count > 0; count -= 1) {
        const name = g(fc.constantFrom, ...namesOf(), 'new', 'newer') as string;
        const kind = namesOf().includes(name) ? g(fc.constantFrom, 'set', 'remove', 'rename') : 'set';
        if (kind === 'set')
          revision.set(
            ['servers', name],
            g(() => entries),
          );
        else if (kind === 'remove' && namesOf().length > 1) revision.remove(['servers', name]);
        else if (!namesOf().includes(`${name}-2`)) revision.rename(['servers', name], `${name}-2`);
        if (isStepwise) revision.settle();
      }
      const { value } = revision;
      expect(format.parse(revision.settle().text).value).toEqual(value);
      return value;
    };
    fc.assert(
      fc.property(fc.array(entries, { minLength: 4, maxLength: 6 }), fc.infiniteStream(fc.nat()), (all, seeds) => {
        const text = longText(format.id, all);
        const seed = seeds.next().value;
        const generator = (): fc.GeneratorValue => fc.sample(fc.gen(), { numRuns: 1, seed })[0] as fc.GeneratorValue;
        expect(run(text, generator(), false)).toEqual(run(text, generator(), true));
      }),
      { numRuns: propertyRuns / 10, endOnFailure: true },
    );
  });
});

describe.each(formats.map((format) => [format.id, format] as const))('a %s document that is reset', (_, format) => {
  it('takes other changes as if it were new, and those before can be made again', () => {
    fc.assert(
      fc.property(fc.array(entries, { minLength: 40, maxLength: 40 }), fc.gen(), (all, g) => {
        const text = longText(format.id, all);
        const used = new Revision(format, format.parse(text));
        for (let count = 0; count < 3; count += 1) {
          const index = g(fc.nat, { max: 39 });
          const kind = g(fc.constantFrom, 'set', 'deeper', 'add', 'remove', 'both');
          const wanted = g(() => entries);
          const change = (on: Revision): void => {
            if (kind === 'set' || kind === 'both') on.set(['servers', `s${index}`], wanted);
            if (kind === 'deeper' || kind === 'both') on.set(['servers', `s${index}`, 'command'], `other-${count}`);
            if (kind === 'add') on.set(['servers', 'new'], wanted);
            if (kind === 'remove') on.remove(['servers', `s${index}`]);
          };
          const fresh = new Revision(format, format.parse(text));
          for (const one of [used, fresh]) change(one);
          expect(used.value).toEqual(fresh.value);
          expect(used.preview()).toEqual(fresh.preview());
          const replay = used.replay();
          expect(used.reset()).toBe(true);
          expect(used.value).toEqual(format.parse(text).value);
          expect(used.preview()).toEqual([]);
          expect(replay().text).toBe(fresh.settle().text);
        }
      }),
      { numRuns: propertyRuns / 10, endOnFailure: true },
    );
  });
});

it('says which change could not be made, and changes nothing', () => {
  const revision = new Revision(yaml, yaml.parse('a: &x\n  p: 1\nb: *x\n'));
  revision.set(['a', 'p'], 2);
  expect(() => revision.settle()).toThrowError(expect.objectContaining({ code: 'edit-unverified' }));
});

it('removes the item that was meant among equal ones', () => {
  const revision = new Revision(jsonc, jsonc.parse('[\n  1, // one\n  1, // two\n  1 // three\n]\n'));
  revision.remove([1]);
  expect(revision.settle().text).toBe('[\n  1, // one\n  1 // three\n]\n');
});
