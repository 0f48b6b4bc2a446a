/** Rows beyond the edges, so that none is missing while the next picture is made. */
const BEYOND = 8;

export interface ListView {
  readonly rows: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly height: number;
}

export interface RowWindow {
  readonly first: number;
  /** The one behind the last. */
  readonly end: number;
  /** Pixels above the first row. */
  readonly offset: number;
  /** Pixels of the whole list. */
  readonly total: number;
}

/** Which rows have to be there for what is seen of a list. */
export function rowWindow({ rows, rowHeight, scrollTop, height }: ListView): RowWindow {
  const total = rows * rowHeight;
  const top = Math.max(0, Math.min(scrollTop, total - height));
  const seen = Math.ceil(height / rowHeight) + 1;
  const atTop = Math.floor(top / rowHeight);
  const first = Math.max(0, Math.min(rows, atTop) - BEYOND);
  return { first, end: Math.min(rows, atTop + seen + BEYOND), offset: first * rowHeight, total };
}

/** Where to scroll so that a row is seen; undefined when it is already. */
export function scrollToRow(row: number, { rowHeight, scrollTop, height }: ListView): number | undefined {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : undefined;
}

/** Somebody who looks at the newest wants to go on seeing the newest. */
export function isAtEnd({ rows, rowHeight, scrollTop, height }: ListView): boolean {
  return scrollTop + height >= rows * rowHeight - rowHeight;
}
