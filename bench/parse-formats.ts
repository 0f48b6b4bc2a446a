import { toml } from '../src/formats/toml/index.ts';
import type { Format } from '../src/formats/types.ts';
import { yaml } from '../src/formats/yaml/index.ts';
import { type AwkwardShape, awkwardShapes, awkwardText } from './awkward-texts.ts';
import { compare, type Contender } from './compare.ts';
import { configTexts } from './config-texts.ts';

const SIZES = [10_000, 100_000, 1_000_000, 3_000_000];
/** Short texts are read many times, so that a round takes long enough to be measured. */
const CHARACTERS_IN_A_ROUND = 300_000;

export const AIM = 10;
export const MOST_GROWTH = 1.2;

export interface Growth {
  readonly work: string;
  /** For each size: characters, milliseconds for one text, times as long as `JSON.parse` of the same data. */
  readonly sizes: readonly { readonly length: number; readonly milliseconds: number; readonly ratio: number }[];
  /** Time grows with this power of the size. */
  readonly exponent: number;
}

/** Reading TOML and YAML with places, comments and checks, against reading the same data as JSON. */
export function parseFormats(): Growth[] {
  return [
    usual('TOML', ({ toml: text }) => text, toml, SIZES),
    usual('YAML', ({ yaml: text }) => text, yaml, SIZES),
    usual('YAML with an anchor', ({ yaml: text }) => `anchor: &name 1\n${text}`, yaml, SIZES.slice(0, 2)),
    ...awkwardShapes.map(awkward),
  ];
}

function usual(
  name: string,
  textOf: (texts: ReturnType<typeof configTexts>) => string,
  format: Format,
  sizes: readonly number[],
): Growth {
  return growthOf(name, format, sizes, (size) => {
    const texts = configTexts(size);
    return { text: textOf(texts), json: texts.json };
  });
}

function awkward(shape: AwkwardShape): Growth {
  return growthOf(shape.name, shape.format, SIZES.slice(0, 3), (size) => awkwardText(shape, size));
}

function growthOf(
  name: string,
  format: Format,
  all: readonly number[],
  textsOf: (size: number) => { readonly text: string; readonly json: string },
): Growth {
  const sizes = all.map((size) => {
    const { text, json: same } = textsOf(size);
    const times = Math.max(1, Math.round(CHARACTERS_IN_A_ROUND / size));
    const contenders = [
      repeated('JSON.parse', () => JSON.parse(same) as unknown, times),
      repeated(name, () => format.parse(text), times),
    ];
    const [json, ours] = compare(contenders);
    return { length: text.length, milliseconds: (ours?.milliseconds ?? 0) / times, ratio: json?.ratio ?? 0 };
  });
  return { work: `parse ${name}`, sizes, exponent: exponentOf(sizes) };
}

function repeated(name: string, run: () => unknown, times: number): Contender {
  return {
    name,
    run: () => {
      for (let count = 0; count < times; count += 1) run();
    },
  };
}

/** The slope of the line that fits the logarithms best. */
function exponentOf(sizes: Growth['sizes']): number {
  const points = sizes.map(({ length, milliseconds }) => [Math.log(length), Math.log(milliseconds)] as const);
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] as number), 0) / points.length);
  const [middle, height] = [x as number, y as number];
  const rise = points.reduce((sum, [one, other]) => sum + (one - middle) * (other - height), 0);
  return rise / points.reduce((sum, [one]) => sum + (one - middle) ** 2, 0);
}
