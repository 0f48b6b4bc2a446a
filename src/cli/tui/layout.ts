/** From here on there is room for the preview beside the list. */
const COLUMNS_FOR_TWO = 100;

export interface Content {
  readonly columns: number;
  readonly rows: number;
  /** How many sets there are, filtered or not, so that the screen keeps its height while somebody types. */
  readonly sets: number;
  readonly preview: boolean;
  readonly filterLine: boolean;
  /** How many lines the keys would like to have. */
  readonly keyLines: number;
}

export interface Layout {
  /** Blank lines around the list. */
  readonly isRoomy: boolean;
  readonly isBeside: boolean;
  readonly listColumns: number;
  readonly listRows: number;
  readonly previewColumns: number;
  /** Without its heading; 0 when there is no preview. */
  readonly previewRows: number;
  readonly keyRows: number;
  /** From the top of the list to the bottom of the preview. */
  readonly bodyRows: number;
}

/** Where everything goes. The last row stays free: a screen that is filled entirely is wiped at each change. */
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

/** The first row to show of so many, with the cursor in the middle where that is possible. */
export function firstShown(cursor: number, total: number, rows: number): number {
  return Math.max(0, Math.min(cursor - Math.floor(rows / 2), total - rows));
}
