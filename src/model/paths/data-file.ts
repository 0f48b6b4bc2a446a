/** Ends of files that programs read as data, never as code or settings. */
const DATA =
  /\.(?:db|db3|sqlite|sqlite3|duckdb|csv|tsv|parquet|jsonl|ndjson|md|markdown|txt|rst|adoc|org|pdf|docx?|xlsx?|pptx?|odt|ods|epub|log|png|jpe?g|gif|svg|webp|bmp|ico|mp[34]|wav|ogg|webm|mov|excalidraw|drawio|canvas)$/i;

/** Whether the name of a file says that it is only data. */
export function isDataFile(path: string): boolean {
  // Package managers install what such a list names.
  return DATA.test(path) && !/(?:requirements|constraints)[^/\\]*\.txt$/i.test(path);
}
