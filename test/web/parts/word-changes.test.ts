import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffRows } from '../../../web/src/components/diff/diff-rows.ts';
import { wordChanges, type Piece } from '../../../web/src/components/diff/word-changes.ts';

const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

describe('words that differ', () => {
  it('are found inside a line', () => {
    const { before, after } = wordChanges('"url": "https://old.example/mcp",', '"url": "https://new.example/mcp/v2",');
    expect(marked(before)).toBe('"url": "https://[old].example/mcp",');
    expect(marked(after)).toBe('"url": "https://[new].example/mcp[/v2]",');
  });

  it('are found in a line of thousands of words, as in a file without line breaks', () => {
    const words = Array.from({ length: 2000 }, (_, at) => `word${at}`);
    const changed = words.with(1000, 'other');
    const { before, after } = wordChanges(words.join(' '), changed.join(' '));
    expect(before.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(['word1000']);
    expect(after.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(['other']);
  });

  it('never change the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const { before, after } = wordChanges(left, right);
        expect(before.map(({ text }) => text).join('')).toBe(left);
        expect(after.map(({ text }) => text).join('')).toBe(right);
        const kept = (pieces: readonly Piece[]): string =>
          pieces.flatMap(({ text, isChanged }) => (isChanged ? [] : [text])).join('');
        expect(kept(before)).toBe(kept(after));
      }),
    );
  });

  it('are sought in lines that replace each other only', () => {
    const rows = diffRows({
      oldStart: 3,
      newStart: 3,
      lines: [
        { kind: ' ', text: '{' },
        { kind: '-', text: 'a: 1' },
        { kind: '-', text: 'b: 2' },
        { kind: '+', text: 'a: 3' },
        { kind: ' ', text: '}' },
      ],
    });
    expect(rows.map(({ kind, number, pieces }) => `${kind}${number} ${marked(pieces)}`)).toEqual([
      ' 3 {',
      '-4 a: [1]',
      '-5 b: 2',
      '+4 a: [3]',
      ' 5 }',
    ]);
  });
});
