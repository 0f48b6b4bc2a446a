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

/** Color codes have no width. */
function widthOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- the sequences we color with.
  return text.replaceAll(/\u001B\[[\d;]*m/g, '').length;
}
