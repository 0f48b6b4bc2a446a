import type { MatrixAnswer, MatrixCell, MatrixColumn } from '../../../../src/api/contract/matrix.ts';

/** One server in every file. */
export interface ServerCells {
  readonly name: string;
  readonly inCatalog: boolean;
  /** In column order. */
  readonly cells: readonly MatrixCell[];
}

export interface Cells {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly ServerCells[];
}

/** The matrix with its cells resolved. Equal cells are the same object. */
export function cellsOf({ columns, rows, words }: MatrixAnswer): Cells {
  const plain = words.map((word): MatrixCell => ({ word }));
  const absent: MatrixCell = { word: 'not-there' };
  return {
    columns,
    rows: rows.map(({ name, inCatalog, cells, why, keepable }) => ({
      name,
      inCatalog,
      cells: cells.map((at, column) => {
        const cell = plain[at] ?? absent;
        const reason = why?.[column];
        const canKeep = keepable?.includes(column) ?? false;
        if (reason === undefined && !canKeep) return cell;
        return { ...cell, ...(reason !== undefined && { why: reason }), ...(canKeep && { canKeep }) };
      }),
    })),
  };
}
