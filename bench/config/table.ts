/** Rows of text under their headings. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** For a terminal, with aligned columns. */
export function asText({ title, head, rows }: Table): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd(); // prettier-ignore
  return [title, '', ...[head, ...rows].map((row) => `  ${line(row)}`), ''].join('\n');
}

/** For a page; the formatter aligns it. */
export function asMarkdown({ title, head, rows }: Table): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
