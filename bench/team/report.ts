/** What one part found. */
export interface Finding {
  readonly name: string;
  readonly figures: Readonly<Record<string, string | number>>;
  /** Why the aim is missed. */
  readonly misses: readonly string[];
}

export function finding(
  name: string,
  figures: Finding['figures'],
  aims: Readonly<Record<string, boolean>> = {},
): Finding {
  const misses = Object.entries(aims).flatMap(([aim, isMet]) => (isMet ? [] : [aim]));
  return { name, figures, misses };
}

export function asText({ name, figures, misses }: Finding): string {
  const lines = Object.entries(figures).map(([key, value]) => `  ${key}: ${value}`);
  const verdict = misses.length === 0 ? 'all aims met' : `MISSED: ${misses.join('; ')}`;
  return [name, ...lines, `  ${verdict}`].join('\n');
}
