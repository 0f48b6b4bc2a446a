export interface TopContent {
  readonly rows: number;
  readonly servers: number;
  readonly hasPane: boolean;
  /** The number of lines that the key help needs. */
  readonly keyLines: number;
}

export interface TopLayout {
  /** Whether the list is surrounded by blank lines. */
  readonly isRoomy: boolean;
  readonly listRows: number;
  /** Without its heading; 0 if there is no room or nothing to show. */
  readonly paneRows: number;
  readonly keyRows: number;
}

/** The layout of the screen. The last row stays free, because Ink clears a full screen on every change. */
export function topLayout({ rows, servers, hasPane, keyLines }: TopContent): TopLayout {
  const isRoomy = rows >= 16;
  const keyRows = Math.min(keyLines, rows >= 12 ? 2 : Number(rows >= 6));
  // Title, header of the columns, notice.
  const body = Math.max(1, rows - 1 - 3 - (isRoomy ? 1 : 0) - keyRows);
  const wanted = Math.max(1, servers);
  if (!hasPane) return { isRoomy, keyRows, listRows: Math.min(wanted, body), paneRows: 0 };
  const listRows = Math.min(wanted, Math.max(Math.min(3, body), Math.floor(body * 0.4)));
  return { isRoomy, keyRows, listRows, paneRows: Math.max(0, body - listRows - 1) };
}
