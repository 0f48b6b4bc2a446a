import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/formats/edit-list.ts';
import { removeValue, renameKey, setValue } from '../../../src/formats/edit.ts';
import type { Edit, Format } from '../../../src/formats/types.ts';
import { isError } from '../../../src/model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../../src/model/diagnostics/error.ts';
import {
  getOwn,
  isMap,
  type Path,
  sameValue,
  setOwn,
  type Value,
  valueAt,
  type ValueMap,
} from '../../../src/model/value.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** A generated document. Every comment carries a unique mark and names the innermost entry it belongs to. */
export interface Sample {
  readonly text: string;
  readonly comments: readonly { readonly mark: string; readonly owner: Path }[];
  /** Holds something that some edits must refuse to touch (an anchor that is used elsewhere, …). */
  readonly refusable?: boolean;
}

const names = fc.constantFrom(
  'github',
  'my-server',
  'a.b',
  'größe',
  '__proto__',
  'constructor',
  'with space',
  '0',
  'q"uote',
  "it's",
);
const texts = fc.constantFrom(
  'npx',
  '',
  '${TOKEN}',
  'a "b" c',
  'line\nbreak',
  'tab\t',
  '# no comment',
  '// x',
  'ünï',
  'yes',
  '1.0',
  "it's",
  '\\d+',
);
const scalars = fc.oneof(
  texts,
  fc.integer({ min: -1000, max: 100000 }),
  fc.boolean(),
  fc.constantFrom(1.5, 1e16, 1e21, -5e-324),
);
const lists = fc.array(texts, { maxLength: 3 });
const maps = fc.array(fc.tuple(names, fc.oneof(scalars, lists)), { maxLength: 3 }).map(toMap);
const entries = fc
  .tuple(fc.constantFrom('command', 'args', 'env', 'url'), fc.oneof(scalars, lists, maps))
  .map((pair) => toMap([pair]));
const values: fc.Arbitrary<Value> = fc.oneof(scalars, lists, maps, entries);

function toMap(pairs: readonly (readonly [string, Value])[]): ValueMap {
  const map: ValueMap = {};
  for (const [key, value] of pairs) setOwn(map, key, value);
  return map;
}

/** All paths of a value, parents first, without the root. */
export function pathsOf(value: Value | undefined, base: Path = []): Path[] {
  const steps: [string | number, Value][] = Array.isArray(value)
    ? [...value.entries()]
    : isMap(value)
      ? Object.entries(value)
      : [];
  return steps.flatMap(([step, child]) => [[...base, step], ...pathsOf(child, [...base, step])]);
}

const startsWith = (path: Path, prefix: Path): boolean => prefix.every((step, index) => path[index] === step);
const unrelated = (a: Path, b: Path): boolean => !startsWith(a, b) && !startsWith(b, a);

function withSet(root: Value | undefined, path: Path, value: Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(root)) {
    const copy = [...root];
    copy[step as number] = withSet(copy[step as number], rest, value);
    return copy;
  }
  const copy = toMap(isMap(root) ? Object.entries(root) : []);
  setOwn(copy, String(step), withSet(getOwn(copy, String(step)), rest, value));
  return copy;
}

function withRemoved(root: Value, path: Path): Value {
  const [step, ...rest] = path;
  if (Array.isArray(root)) {
    if (rest.length === 0) return root.filter((_, index) => index !== step);
    return root.map((item, index) => (index === step ? withRemoved(item, rest) : item));
  }
  const pairs = Object.entries(root as ValueMap).flatMap(([key, value]): [string, Value][] => {
    if (key !== step) return [[key, value]];
    return rest.length === 0 ? [] : [[key, withRemoved(value, rest)]];
  });
  return toMap(pairs);
}

function withoutEmptyMaps(value: Value | undefined): Value | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutEmptyMaps(item) ?? {});
  if (!isMap(value)) return value;
  const kept = Object.entries(value).flatMap(([key, item]): [string, Value][] => {
    const inner = withoutEmptyMaps(item);
    return inner === undefined ? [] : [[key, inner]];
  });
  return kept.length === 0 ? undefined : toMap(kept);
}

/** Source text of every plain value that has nothing to do with `path`, by its own path. */
function sourcesAround(format: Format, text: string, path: Path): Record<string, string> {
  const document = format.parse(text);
  const sources: Record<string, string> = {};
  for (const other of pathsOf(document.value)) {
    if (!unrelated(other, path) || isContainer(valueAt(document.value, other))) continue;
    const place = document.locate(other);
    const key = place?.key ? text.slice(place.key.start, place.key.end) : '';
    sources[JSON.stringify(other)] = `${key} ${text.slice(place?.value.start, place?.value.end)}`;
  }
  return sources;
}

const isContainer = (value: Value | undefined): boolean => isMap(value) || Array.isArray(value);

/**
 * The promises every format keeps, as properties over generated documents. `oracle` is another parser: it must agree
 * with ours about every document and every result, and throw where the text is malformed.
 */
export function describePromises(
  name: string,
  format: Format,
  samples: fc.Arbitrary<Sample>,
  oracle: (text: string) => Value | undefined,
): void {
  const same = (a: Value | undefined, b: Value | undefined): boolean =>
    format.tablesAreImplied ? sameValue(withoutEmptyMaps(a), withoutEmptyMaps(b)) : sameValue(a, b);

  const expectText = (text: string, intended: Value | undefined): void => {
    const read = oracle(text);
    if (!same(read, intended)) expect({ text, read }).toEqual({ text, read: intended });
  };

  /** Makes the edit, or gives up on the sample when refusing is right; the text is untouched then by construction. */
  const attempt = (sample: Sample, change: (text: string) => Edit[]): string => {
    try {
      return applyEdits(sample.text, change(sample.text));
    } catch (error) {
      if (sample.refusable && error instanceof PlugboardError) return fc.pre(false) as never;
      throw error;
    }
  };

  const expectNeighbors = (before: string, after: string, path: Path): void => {
    expect(sourcesAround(format, after, path)).toEqual(sourcesAround(format, before, path));
  };

  const expectMarks = (sample: Sample, after: string, gone: (owner: Path) => boolean): void => {
    for (const { mark, owner } of sample.comments) {
      if (gone(owner) === after.includes(mark)) {
        expect({ before: sample.text, after, mark, owner }).toBe(
          gone(owner) ? 'without this comment' : 'with this comment',
        );
      }
    }
  };

  const check = (
    property: (sample: Sample, paths: Path[], root: Value | undefined, g: fc.GeneratorValue) => void,
  ): void => {
    fc.assert(
      fc.property(samples, fc.gen(), (sample, g) => {
        const document = format.parse(sample.text);
        if (document.diagnostics.some(isError))
          expect({ text: sample.text, found: document.diagnostics }).toBe('free of errors');
        property(sample, pathsOf(document.value), document.value, g);
      }),
      // Generated step by step, these documents shrink badly: the first failure is shown as it is.
      { numRuns: propertyRuns, endOnFailure: true },
    );
  };

  const mapsOf = (root: Value | undefined, paths: Path[]): Path[] =>
    [[], ...paths].filter((path) =>
      path.length === 0 ? root === undefined || isMap(root) : isMap(valueAt(root, path)),
    );

  const pick = <T>(g: fc.GeneratorValue, items: readonly T[]): T => items[g(fc.nat, items.length - 1)] as T;

  const freshKey = (g: fc.GeneratorValue, map: Value | undefined): string => {
    const key = g(() => names);
    return isMap(map) && Object.hasOwn(map, key) ? `${key}-${Object.keys(map).length}-new` : key;
  };

  describe(`${name}: promises over ${propertyRuns} random documents each`, () => {
    it('reads what another parser reads', () => {
      check((sample, _paths, root) => expectText(sample.text, root));
    });

    it('returns no edit for a change to the present value', () => {
      check((sample, paths, root) => {
        for (const path of paths) expect(setValue(format, sample.text, path, valueAt(root, path) as Value)).toEqual([]);
      });
    });

    it('changes one value and nothing else', () => {
      check((sample, paths, root, g) => {
        fc.pre(paths.length > 0);
        const path = pick(g, paths);
        const value = g(() => values);
        const after = attempt(sample, (text) => setValue(format, text, path, value));
        expectText(after, withSet(root, path, value));
        expectNeighbors(sample.text, after, path);
        // Comments inside the changed value may go with what they stood in; all others stay.
        const outside = sample.comments.filter(({ owner }) => !startsWith(owner, path));
        expectMarks({ ...sample, comments: outside }, after, () => false);
      });
    });

    it('renames one key and nothing else', () => {
      check((sample, paths, root, g) => {
        const keyed = paths.filter((path) => typeof path.at(-1) === 'string');
        fc.pre(keyed.length > 0);
        const path = pick(g, keyed);
        const parent = path.slice(0, -1);
        const key = freshKey(g, valueAt(root, parent));
        const value = valueAt(root, path) as Value;
        const after = attempt(sample, (text) => renameKey(format, text, path, key));
        expectText(after, withSet(withRemoved(root as Value, path), [...parent, key], value));
        expectMarks(sample, after, () => false);
      });
    });

    it('adds one entry without touching a byte of the others, and removing it gives back the original', () => {
      check((sample, paths, root, g) => {
        const containers = mapsOf(root, paths);
        const parent = pick(g, containers);
        const path = [...parent, freshKey(g, valueAt(root, parent))];
        const value = g(() => values);
        const after = attempt(sample, (text) => setValue(format, text, path, value));
        expectText(after, withSet(root, path, value));
        expectMarks(sample, after, () => false);
        expectNeighbors(sample.text, after, path);
        const prune = root === undefined ? path.length : 0;
        expect(applyEdits(after, removeValue(format, after, path, { prune }))).toBe(sample.text);
      });
    });

    it('adds an entry with the containers it needs, and removing both gives back the original', () => {
      check((sample, paths, root, g) => {
        const parent = pick(g, mapsOf(root, paths));
        const path = [...parent, freshKey(g, valueAt(root, parent)), g(() => names)];
        const value = g(() => entries);
        const after = attempt(sample, (text) => setValue(format, text, path, value));
        expectText(after, withSet(root, path, value));
        const prune = root === undefined ? path.length : 1;
        expect(applyEdits(after, removeValue(format, after, path, { prune }))).toBe(sample.text);
      });
    });

    it('appends to a list, and removing the item gives back the original', () => {
      check((sample, paths, root, g) => {
        const found = paths.filter((path) => Array.isArray(valueAt(root, path)));
        fc.pre(found.length > 0);
        const parent = pick(g, found);
        const path = [...parent, (valueAt(root, parent) as Value[]).length];
        const value = g(() => fc.oneof(scalars, entries));
        const after = attempt(sample, (text) => setValue(format, text, path, value));
        expectText(after, withSet(root, path, value));
        expectMarks(sample, after, () => false);
        expect(applyEdits(after, removeValue(format, after, path))).toBe(sample.text);
      });
    });

    it('removes one entry with exactly the comments that belong to it', () => {
      check((sample, paths, root, g) => {
        fc.pre(paths.length > 0);
        const path = pick(g, paths);
        const after = attempt(sample, (text) => removeValue(format, text, path));
        expectText(after, withRemoved(root as Value, path));
        expectMarks(sample, after, (owner) => startsWith(owner, path));
        // Behind a removed list item the others move up, so only keys keep their paths.
        if (typeof path.at(-1) === 'string') expectNeighbors(sample.text, after, path);
      });
    });

    it('never throws on damaged text, reports a place for it, and refuses to edit it', () => {
      check((sample, _paths, _root, g) => {
        const at = g(fc.nat, sample.text.length);
        const damage = g(
          fc.constantFrom,
          '',
          '{',
          '}',
          '[',
          '"',
          "'",
          ',',
          ':',
          '=',
          '\n',
          '#',
          '/*',
          '\u0000',
          '-',
          '&a ',
          '\ud800',
        );
        const text = sample.text.slice(0, at) + damage + sample.text.slice(at + g(fc.nat, 3));
        const document = format.parse(text);
        const errors = document.diagnostics.filter(isError);
        for (const { range } of errors) {
          expect(range).toBeDefined();
          expect(range?.start.offset).toBeLessThanOrEqual(range?.end.offset ?? -1);
          expect(range?.end.offset).toBeLessThanOrEqual(text.length + 1);
        }
        if (errors.length > 0) {
          expect(() => setValue(format, text, ['new'], 1)).toThrowError(
            expect.objectContaining({ code: 'document-malformed' }),
          );
        } else expectText(text, document.value);
      });
    });
  });
}
