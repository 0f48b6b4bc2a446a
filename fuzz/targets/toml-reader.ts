import fc from 'fast-check';
import { TomlError } from 'smol-toml';
import { readToml } from '../../src/formats/toml/read.ts';
import type { Value } from '../../src/model/value.ts';
import { sameToml } from '../../test/formats/support/same-toml.ts';
import { tomlDocuments } from '../../test/formats/support/toml-documents.ts';
import { readDamaged } from '../formats/damage.ts';
import { outlineToml } from '../formats/outline-toml.ts';
import { referenceToml, STRAY } from '../formats/reference-toml.ts';
import type { FuzzTarget } from '../target.ts';

const pieces = [
  ...'a.=[]{}"\'\\#\n\r ,1-+:e_0xobTZtfni9\t\u0000\u007f\ufeffé😀\ud800'.split(''),
  ...'\r\n|"""|\'\'\'|\\u00e9|\\U0010ffff|\\x4|[[|]]|[a]|[a.b]|[[a]]|a.b = 1\n|a = {}\n|\n\n| # c\n|[env]\n|= '.split(
    '|',
  ),
  ...'1979-05-27|07:32:00|1e5|0x_1|1__0|inf|nan|true'.split('|'),
];

type Reading = ReturnType<typeof readToml>;
type Figures = Record<'accepted' | 'refused only by smol-toml' | 'refused' | 'repeated', number>;

/** Parses damaged TOML with our parser and with two others. */
export const tomlReader: FuzzTarget = {
  name: 'TOML reader',
  promise:
    'Our TOML reader accepts exactly the texts that toml-eslint-parser accepts, finds the same keys and values at the same places, and stops at the same character; smol-toml reads the same values.',
  runsInTests: 1000,
  attack(runs, seed) {
    const figures: Figures = { accepted: 0, 'refused only by smol-toml': 0, refused: 0, repeated: 0 };
    const texts = { bases: baseTexts(seed), pieces };
    const failures = readDamaged(texts, runs, seed, (text) => differenceOn(text, figures));
    return Promise.resolve({ runs, figures, failures });
  },
};

function baseTexts(seed: number): string[] {
  const texts = [true, false].flatMap((latest) =>
    fc.sample(tomlDocuments({ tableLists: true, latest }), { numRuns: 300, seed }),
  );
  const jumble = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join(''));
  return texts.map(({ text }) => text).concat(fc.sample(jumble, { numRuns: 200, seed }));
}

function differenceOn(text: string, figures: Figures): string | undefined {
  const ours = readToml(text);
  const reference = referenceToml(text);
  if ('lines' in reference) {
    figures.accepted += 1;
    return differenceOfAccepted(text, ours, reference.lines, figures);
  }
  figures[reference.repeated ? 'repeated' : 'refused'] += 1;
  // For texts with lone surrogates or carriage returns, only the rejection counts.
  if (STRAY.test(text)) return ours.error ? undefined : 'accepted';
  return reference.repeated ? differenceOfRepeated(ours, reference.error) : differenceOfRefused(ours, reference.error);
}

function differenceOfAccepted(
  text: string,
  { tree, error, repeated }: Reading,
  expected: readonly string[],
  figures: Figures,
): string | undefined {
  if (error || repeated.length > 0) return `refused at ${error?.at ?? repeated[0]?.key.start}`;
  const lines = outlineToml(tree);
  const wrong = lines.findIndex((line, index) => line !== expected[index]);
  if (wrong !== -1 || lines.length !== expected.length) return `read as ${lines[wrong]}, not ${expected[wrong]}`;
  return differenceFromOther(text, tree.root.value, figures);
}

/** Of three definitions the other parser may report the third instead of the second. */
function differenceOfRepeated({ repeated }: Reading, at: number): string | undefined {
  if (repeated.some(({ key }) => key.start <= at)) return undefined;
  return `repeated keys at ${repeated.map(({ key }) => key.start).join()}, not ${at}`;
}

function differenceOfRefused({ error }: Reading, at: number): string | undefined {
  return error?.at === at ? undefined : `refused at ${error?.at} (${error?.code}), not ${at}`;
}

/** It rejects a dotted key into a table implied by a header below; TOML does not specify this. */
function differenceFromOther(text: string, value: Value, figures: Figures): string | undefined {
  try {
    return sameToml(text, value) ? undefined : 'read otherwise by smol-toml';
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    figures['refused only by smol-toml'] += 1;
    return error.message.includes('trying to redefine') ? undefined : `smol-toml: ${error.message}`;
  }
}
