/** The minimum width for the preview next to the list. */
const COLUMNS_FOR_TWO = 100;

export interface Content {
  readonly columns: number;
  readonly rows: number;
  /** The number of all sets, ignoring the filter, so that the height stays constant while typing. */
  readonly sets: number;
  readonly preview: boolean;
  readonly filterLine: boolean;
  /** The number of lines that the key help needs. */
  readonly keyLines: number;
}

export interface Layout {
  /** Whether the list is surrounded by blank lines. */
  readonly isRoomy: boolean;
  readonly isBeside: boolean;
  readonly listColumns: number;
  readonly listRows: number;
  readonly previewColumns: number;
  /** Without its heading; 0 if there is no preview. */
  readonly previewRows: number;
  readonly keyRows: number;
  /** From the top of the list to the bottom of the preview. */
  readonly bodyRows: number;
}

/** The layout of the screen. The last row stays free, because Ink clears a full screen on every change. */
export function layoutOf({ columns, rows, sets, preview, filterLine, keyLines }: Content): Layout {
  const isRoomy = rows >= 16;
  const keyRows = Math.min(keyLines, keyRowsFor(rows));
  const title = 1;
  const selection = 1;
  const bodyRows = Math.max(1, rows - 1 - title - Number(filterLine) - (isRoomy ? 2 : 0) - selection - keyRows);
  const wanted = Math.max(1, sets);
  const shared = { isRoomy, keyRows, bodyRows };
  if (preview && columns >= COLUMNS_FOR_TWO) {
    const listColumns = Math.floor(columns / 2);
    const listRows = Math.min(wanted, bodyRows);
    const previewColumns = columns - listColumns - 2;
    return { ...shared, isBeside: true, listColumns, listRows, previewColumns, previewRows: bodyRows - 1 };
  }
  const listRows = Math.min(wanted, preview ? Math.max(Math.min(3, bodyRows), Math.floor(bodyRows * 0.4)) : bodyRows);
  const previewRows = preview ? Math.max(0, bodyRows - listRows - 1) : 0;
  return { ...shared, isBeside: false, listColumns: columns, listRows, previewColumns: columns, previewRows };
}

function keyRowsFor(rows: number): number {
  if (rows >= 20) return 4;
  if (rows >= 12) return 2;
  return rows >= 6 ? 1 : 0;
}

/** The first visible row, with the cursor centered if possible. */
export function firstShown(cursor: number, total: number, rows: number): number {
  return Math.max(0, Math.min(cursor - Math.floor(rows / 2), total - rows));
}
