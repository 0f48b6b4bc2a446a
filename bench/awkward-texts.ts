import { toml } from '../src/formats/toml/index.ts';
import type { Format } from '../src/formats/types.ts';
import { yaml } from '../src/formats/yaml/index.ts';

/** A shape of text that is unlike the usual config file. */
export interface AwkwardShape {
  readonly name: string;
  readonly format: Format;
  /** One piece of the text; its number makes keys differ. */
  readonly piece: (number: number) => string;
}

const sentence = 'The quick brown fox jumps over the lazy dog. ';
const items = Array.from({ length: 40 }, (_, index) => `"item-${index}"`).join(', ');
const numbers = Array.from({ length: 60 }, (_, index) => index).join(', ');

export const awkwardShapes: readonly AwkwardShape[] = [
  { name: 'TOML, short keys', format: toml, piece: (at) => `k${at} = ${at}\n` },
  { name: 'TOML, dotted keys', format: toml, piece: (at) => `a.b${at % 9}.c${at}.d = "x"\n` },
  { name: 'TOML, dotted tables', format: toml, piece: (at) => `[a.b${at}.c.d.e]\nx = 1\n` },
  {
    name: 'TOML, inline tables in each other',
    format: toml,
    piece: (at) => `t${at} = { a = { b = { c = { d = { e = { f = "x", g = [1, { h = 2 }] } } } } } }\n`,
  },
  { name: 'TOML, texts of many lines', format: toml, piece: (at) => `m${at} = """\n${`${sentence}\n`.repeat(8)}"""\n` },
  { name: 'TOML, a comment on every line', format: toml, piece: (at) => `# about ${at}\nc${at} = "x" # why\n` },
  { name: 'TOML, long lists', format: toml, piece: (at) => `l${at} = [${items}, ${items}]\n` },
  {
    name: 'TOML, arrays of tables',
    format: toml,
    piece: (at) => `[[servers]]\nname = "s${at}"\n[servers.env]\nA = "b"\n`,
  },
  { name: 'TOML, CRLF', format: toml, piece: (at) => `[s.n${at}]\r\ncommand = "npx"\r\nargs = ["-y", "x"]\r\n` },
  { name: 'YAML, short keys', format: yaml, piece: (at) => `k${at}: ${at}\n` },
  {
    name: 'YAML, flow collections',
    format: yaml,
    piece: (at) => `f${at}: { a: { b: [1, 2, { c: d, e: "f" }] }, g: [${items}] }\n`,
  },
  { name: 'YAML, long flow lists', format: yaml, piece: (at) => `l${at}: [${numbers}]\n` },
  { name: 'YAML, block scalars', format: yaml, piece: (at) => `b${at}: |\n${`  ${sentence}\n`.repeat(8)}` },
  { name: 'YAML, folded scalars', format: yaml, piece: (at) => `b${at}: >-\n${`  ${sentence}\n`.repeat(8)}` },
  { name: 'YAML, a comment on every line', format: yaml, piece: (at) => `# about ${at}\nc${at}: x # why\n` },
  {
    name: 'YAML, deep blocks',
    format: yaml,
    piece: (at) => `d${at}:\n  a:\n    b:\n      c:\n        - d:\n            e: x\n`,
  },
  { name: 'YAML, anchors', format: yaml, piece: (at) => `a${at}: &n${at}\n  x: 1\nb${at}: *n${at}\n` },
  {
    name: 'YAML, CRLF',
    format: yaml,
    piece: (at) => `s${at}:\r\n  command: npx\r\n  args:\r\n    - -y\r\n    - x\r\n`,
  },
];

/** About `size` characters of a shape, and the same data as JSON. */
export function awkwardText({ format, piece }: AwkwardShape, size: number): { text: string; json: string } {
  const pieces: string[] = [];
  for (let length = 0; length < size;) {
    const next = piece(pieces.length);
    pieces.push(next);
    length += next.length;
  }
  const text = pieces.join('');
  const { value, diagnostics } = format.parse(text);
  if (value === undefined) throw new Error(`not parsed: ${JSON.stringify(diagnostics[0])}`);
  return { text, json: JSON.stringify(value, undefined, 2) };
}
