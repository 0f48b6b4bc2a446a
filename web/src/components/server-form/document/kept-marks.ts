const MARK = /\u27eakept:([^\u27eb]*)\u27eb/g;

/** The paths of the secrets that are hidden in a text: `⟪kept:env.TOKEN⟫` stands for what is in the file. */
export function markedPaths(text: string): string[] {
  return [...text.matchAll(MARK)].map(([, path]) => path ?? '');
}

export function isMarked(text: string): boolean {
  return text.search(MARK) !== -1;
}

/** The path of a text that is nothing but one mark. */
export function wholeMark(text: string): string | undefined {
  const found = [...text.matchAll(MARK)];
  const [first] = found;
  return found.length === 1 && first?.[0] === text ? first[1] : undefined;
}

/** The text as people may see it: what stands behind a mark is shown masked. */
export function withMasks(text: string, masks: Readonly<Record<string, { readonly masked: string }>>): string {
  return text.replaceAll(MARK, (_, path: string) => masks[path]?.masked ?? '\u2022\u2022\u2022\u2022');
}
