/** A generated file. */
export interface Generator {
  /** Path relative to the root of the repository. */
  readonly path: string;
  /** The whole text. It is formatted like all other files, unless it is already formatted. */
  content(): string;
  /** Aligned columns would make wide tables several times as large. */
  readonly isLaidOut?: boolean;
}

/** Updates a hand-written page: replaces the text between two markers. */
export function replaceBetweenMarkers(page: string, name: string, text: string): string {
  const [before, after] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`];
  const start = page.indexOf(before);
  const end = page.indexOf(after);
  if (start < 0 || end < start) throw new Error(`The page has no place for ${name}: ${before} … ${after}`);
  return `${page.slice(0, start + before.length)}\n\n${text}\n\n${page.slice(end)}`;
}
