/** A column of a DataTable; the slot of its key renders the cell. */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** The sort order; without it the column is not sortable. */
  readonly compare?: (left: Row, right: Row) => number;
  readonly align?: 'end';
  /** The header cell of the row. */
  readonly isMain?: boolean;
  /** Hides the title, for example above the actions of a row. */
  readonly hideTitle?: boolean;
}

export interface Sorting {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

/** The rows in sort order, or in their original order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const compare = columns.find(({ key }) => key === sorting?.key)?.compare;
  if (!compare) return rows;
  const factor = sorting?.direction === 'descending' ? -1 : 1;
  return rows.toSorted((left, right) => factor * compare(left, right));
}

/** The next sort state after clicking a column header. */
export function nextSorting(key: string, sorting: Sorting | undefined): Sorting {
  const isAscending = sorting?.key === key && sorting.direction === 'ascending';
  return { key, direction: isAscending ? 'descending' : 'ascending' };
}
