/** Rows rendered beyond the edges, so that none is missing until the next frame. */
const BEYOND = 8;

export interface ListView {
  readonly rows: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly height: number;
}

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** Pixels above the first row. */
  readonly offset: number;
  /** Pixels of the whole list. */
  readonly total: number;
}

/** The rows to render for a scroll position. */
export function rowWindow({ rows, rowHeight, scrollTop, height }: ListView): RowWindow {
  const total = rows * rowHeight;
  const top = Math.max(0, Math.min(scrollTop, total - height));
  const seen = Math.ceil(height / rowHeight) + 1;
  const atTop = Math.floor(top / rowHeight);
  const first = Math.max(0, Math.min(rows, atTop) - BEYOND);
  return { first, end: Math.min(rows, atTop + seen + BEYOND), offset: first * rowHeight, total };
}

/** The scroll position that makes a row visible; undefined if it already is. */
export function scrollToRow(row: number, { rowHeight, scrollTop, height }: ListView): number | undefined {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : undefined;
}

/** Whether the list is scrolled to the newest line, and should keep following. */
export function isAtEnd({ rows, rowHeight, scrollTop, height }: ListView): boolean {
  return scrollTop + height >= rows * rowHeight - rowHeight;
}
