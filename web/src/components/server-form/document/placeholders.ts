const MARK = /\u27eakept:([^\u27eb]*)\u27eb/g;

/** The paths of the placeholders in a text: `⟪kept:env.TOKEN⟫` is the value in the file. */
export function placeholderPaths(text: string): string[] {
  return [...text.matchAll(MARK)].map(([, path]) => path ?? '');
}

export function hasPlaceholder(text: string): boolean {
  return text.search(MARK) !== -1;
}

/** The path of a text that consists of one placeholder. */
export function placeholderPath(text: string): string | undefined {
  const found = [...text.matchAll(MARK)];
  const [first] = found;
  return found.length === 1 && first?.[0] === text ? first[1] : undefined;
}

/** The text for display, with placeholders shown masked. */
export function withMasks(text: string, masks: Readonly<Record<string, { readonly masked: string }>>): string {
  return text.replaceAll(MARK, (_, path: string) => masks[path]?.masked ?? '\u2022\u2022\u2022\u2022');
}
