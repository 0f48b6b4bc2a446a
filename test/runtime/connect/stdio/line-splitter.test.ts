import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineSplitter } from '../../../../src/runtime/connect/stdio/line-splitter.ts';

function linesOf(chunks: readonly Uint8Array[], limit = 1000): [line: string, isCut: boolean][] {
  const lines: [string, boolean][] = [];
  const splitter = new LineSplitter(limit, (line, isCut) => lines.push([line, isCut]));
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.end();
  return lines;
}

it('gives the same lines however the bytes arrive', () => {
  const text = fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll(/[\r\n]/g, '')));
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(linesOf(chunks).map(([line]) => line)).toEqual(lines);
    }),
  );
});

it('takes both kinds of line ends, and a last line without one', () => {
  expect(linesOf([Buffer.from('a\r\nb\n\nc')])).toEqual([
    ['a', false],
    ['b', false],
    ['', false],
    ['c', false],
  ]);
});

it('cuts a line that is too long, and goes on with the next', () => {
  const chunks = ['12', '345', '67\nab\n123', '45\n12345'].map((chunk) => Buffer.from(chunk));
  expect(linesOf(chunks, 4)).toEqual([
    ['1234', true],
    ['ab', false],
    ['1234', true],
    ['1234', true],
  ]);
});

it('takes a line that is just as long as it may be', () => {
  expect(linesOf([Buffer.from('12'), Buffer.from('34\n')], 4)).toEqual([['1234', false]]);
});
