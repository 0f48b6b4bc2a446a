import { expect, it } from 'vitest';
import { inColumns } from '../../../src/cli/output/table.ts';

it('prints a table of any length', () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => [String(index), 'x']);
  expect(inColumns(rows)[7]).toBe('7       x');
});

it('aligns cells by the columns they take in a terminal', () => {
  expect(
    inColumns([
      ['日本語', 'x'],
      ['\u001B[31mred\u001B[0m', 'y'],
      ['e\u0301', 'z'],
    ]),
  ).toEqual(['日本語  x', '\u001B[31mred\u001B[0m     y', 'e\u0301       z']);
});
