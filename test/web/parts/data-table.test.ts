import { describe, expect, it } from 'vitest';
import { nextSorting, sortRows, type Column } from '../../../web/src/components/table/data-table.ts';

interface Row {
  readonly name: string;
  readonly size: number;
}

const rows: readonly Row[] = [
  { name: 'b', size: 2 },
  { name: 'a', size: 2 },
  { name: 'c', size: 1 },
];
const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'Name', compare: (left, right) => left.name.localeCompare(right.name) },
  { key: 'size', title: 'Size', compare: (left, right) => left.size - right.size },
  { key: 'actions', title: 'Actions' },
];
const names = (sorted: readonly Row[]): string => sorted.map(({ name }) => name).join('');

describe('rows of a table', () => {
  it('keep their order when unsorted', () => expect(names(sortRows(rows, columns, undefined))).toBe('bac'));

  it('are turned around by pressing the same head twice', () => {
    const once = nextSorting('name', undefined);
    const twice = nextSorting('name', once);
    expect(names(sortRows(rows, columns, once))).toBe('abc');
    expect(names(sortRows(rows, columns, twice))).toBe('cba');
    expect(nextSorting('size', twice)).toEqual({ key: 'size', direction: 'ascending' });
  });

  it('keep their order where they are equal', () => {
    expect(names(sortRows(rows, columns, { key: 'size', direction: 'ascending' }))).toBe('cba');
    expect(names(sortRows(rows, columns, { key: 'actions', direction: 'ascending' }))).toBe('bac');
  });
});
