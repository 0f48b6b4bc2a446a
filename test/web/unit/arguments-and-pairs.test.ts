import { describe, expect, it } from 'vitest';
import {
  pairsOfRows,
  rowProblems,
  rowsInText,
  rowsOf,
} from '../../../web/src/components/server-form/document/pair-rows.ts';
import { splitOffer } from '../../../web/src/components/server-form/document/split-arguments.ts';
import { moved, replaced, without } from '../../../web/src/components/server-form/list-moves.ts';

describe('a pasted text', () => {
  it('is offered as the words of a shell', () => {
    expect(splitOffer('-e A=1 -e "B=2, x"')).toEqual({ kind: 'shell', args: ['-e', 'A=1', '-e', 'B=2, x'] });
  });

  it('is offered as the items of a JSON list', () => {
    expect(splitOffer('["-y", "a b", "-y"]')).toEqual({ kind: 'json', args: ['-y', 'a b', '-y'] });
  });

  it('is offered line by line where a shell would do more', () => {
    expect(splitOffer('a | b\n--flag')).toEqual({ kind: 'lines', args: ['a | b', '--flag'] });
  });

  it.each(['--flag', 'a,b', '[1]', '["unfinished"', ''])('is one argument: %j', (text) => {
    expect(splitOffer(text)).toBeUndefined();
  });
});

describe('a list', () => {
  it('moves an item and keeps equal ones apart by their place', () => {
    expect(moved(['-e', 'A', '-e', 'B'], 3, 1)).toEqual(['-e', 'B', 'A', '-e']);
    expect(moved(['a', 'b'], 0, 1)).toEqual(['b', 'a']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });

  it('loses and replaces one item by its place', () => {
    expect(without(['a', 'a', 'b'], 0)).toEqual(['a', 'b']);
    expect(replaced(['a', 'a'], 1, 'c')).toEqual(['a', 'c']);
  });
});

describe('rows of keys and values', () => {
  it('come from a map and go back to it in order', () => {
    const pairs = { B: '2', A: '1' };
    expect(Object.entries(pairsOfRows(rowsOf(pairs, 1)))).toEqual(Object.entries(pairs));
  });

  it('report problems by row', () => {
    const rows = [
      { id: 1, key: 'A', value: '' },
      { id: 2, key: 'A', value: '' },
      { id: 3, key: '', value: 'x' },
      { id: 4, key: '', value: '' },
      { id: 5, key: 'A B', value: '' },
      { id: 6, key: 'a', value: '' },
    ];
    expect([...rowProblems(rows, 'variable').keys()]).toEqual([2, 3, 5]);
    expect([...rowProblems(rows, 'header').keys()]).toEqual([2, 3, 5, 6]);
    expect(pairsOfRows(rows)).toEqual({ A: '', 'A B': '', a: '' });
  });

  it('are read from lines as people copy them', () => {
    const text = '# keys\nexport TOKEN="a b"\nURL=https://a.example/?x=1\n';
    expect(pairsOfRows(rowsInText(text, 'variable', 1) ?? [])).toEqual({ TOKEN: 'a b', URL: 'https://a.example/?x=1' });
    expect(pairsOfRows(rowsInText('Authorization: Bearer ${T}', 'header', 1) ?? [])).toEqual({
      Authorization: 'Bearer ${T}',
    });
    expect(rowsInText('plain value', 'variable', 1)).toBeUndefined();
  });
});
