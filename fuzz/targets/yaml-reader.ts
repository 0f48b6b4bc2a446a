import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { configTexts } from '../../bench/config-texts.ts';
import { parseWithLibrary, type YamlDocument } from '../../src/formats/yaml/parse.ts';
import { readSubset } from '../../src/formats/yaml/subset-reader.ts';
import { mutated, plainConfigs, shortTexts } from '../../test/formats/support/plain-yaml.ts';
import { yamlDocuments } from '../../test/formats/support/yaml-documents.ts';
import { readDamaged } from '../formats/damage.ts';
import { outlineYaml } from '../formats/outline-yaml.ts';
import type { FuzzTarget } from '../target.ts';

type Tree = Pick<YamlDocument, 'root' | 'room'>;

const pieces = [
  ...' \n:-#\'"[]{},?&*!|>%@`~.\\\t\r01eaxT_=<+\u00a0\ufeff\u2028é😀'.split(''),
  ...'\r\n|: | #|- |---\n|...\n|\n\n|  |\n  |\n- |\n    |[]|{}|a: |"b"|\'c\'|key:\n|- - |? |!!str |&a |*a|>-\n'.split(
    '|',
  ),
  ...'0x1f|1e3|-0|.inf|null|True|12345678901234567890|\\n|\\u00e9|: [|: {|, |: |\n  |#'.split('|'),
  '|\n',
  '|-\n  ',
  ': |\n    ',
];

const blockTexts = [
  'a: |\n  one\n\n    two\n  three\nb: 1\n',
  'a:\n  - >\n    one\n    two\n\n\n    three\n      four\n    five\n\n  - |-\n   x\n# c\nb: >-\n\n  y\n',
  '---\n# c\n- |\n  one\n- key: >\n    one\n  other: |-\n      two\r\n\r\n',
  '# c\n--- # d\na:\n- b: "\\u00e9\\x41\\t"\n  c: |   # e\n    # f\n    g: h',
];

/** Parses damaged YAML with the parser for config files and with the library. */
export const yamlReader: FuzzTarget = {
  name: 'YAML reader',
  promise:
    'What our reader takes of YAML, the library `yaml` reads without an error to the same keys, values and places; everything else is left to the library.',
  runsInTests: 1000,
  attack(runs, seed) {
    const figures = { taken: 0, 'left to the library': 0 };
    const texts = { bases: baseTexts(seed), pieces };
    const failures = readDamaged(texts, runs, seed, (text) => {
      const tree = readSubset(text);
      figures[tree ? 'taken' : 'left to the library'] += 1;
      return tree && differenceFromLibrary(text, tree);
    });
    return Promise.resolve({ runs, figures, failures });
  },
};

function differenceFromLibrary(text: string, tree: Tree): string | undefined {
  const { diagnostics, root, room } = parseWithLibrary(text);
  if (diagnostics.length === 0 && isSame({ root, room }, tree)) return undefined;
  return diagnostics[0]?.code ?? 'another tree';
}

function isSame(one: Tree, other: Tree): boolean {
  return isDeepStrictEqual([outlineYaml(one.root), one.room], [outlineYaml(other.root), other.room]);
}

function baseTexts(seed: number): string[] {
  const some = (texts: fc.Arbitrary<string>, numRuns: number): string[] => fc.sample(texts, { numRuns, seed });
  return [
    ...some(
      yamlDocuments().map(({ text }) => text),
      150,
    ),
    ...some(plainConfigs(), 300),
    ...some(mutated(plainConfigs()), 100),
    ...some(shortTexts(), 150),
    ...blockTexts,
    ...[500, 1500].map((size) => configTexts(size).yaml),
  ];
}
