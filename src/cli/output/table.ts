import stringWidth from 'fast-string-width';

/** Aligns rows in columns; the last column is not padded. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const [first = []] = rows;
  const widths = first.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Columns of a terminal that a cell takes. Color codes take none. */
function widthOf(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

/** Most cells, for which the library is not needed. */
const ASCII = /^[ -~]*$/;
