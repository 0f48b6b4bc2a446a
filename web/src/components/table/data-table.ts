/** A column of a DataTable; the cell is drawn by the slot of its key. */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** How rows are ordered by it; without, there is nothing to press. */
  readonly compare?: (left: Row, right: Row) => number;
  readonly align?: 'end';
  /** The head of the row: what it is about. */
  readonly isMain?: boolean;
  /** Nobody needs to see the title above the actions of a row. */
  readonly hideTitle?: boolean;
}

export interface Sorting {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

/** The rows in the wanted order; as they came when nothing is wanted. */
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

/** What pressing the head of a column leads to. */
export function nextSorting(key: string, sorting: Sorting | undefined): Sorting {
  const isAscending = sorting?.key === key && sorting.direction === 'ascending';
  return { key, direction: isAscending ? 'descending' : 'ascending' };
}
