import { expect, it } from 'vitest';
import { inColumns } from '../../../src/cli/output/table.ts';

it('prints a table of any length', () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => [String(index), 'x']);
  expect(inColumns(rows)[7]).toBe('7       x');
});
