/** A placeholder for a secret kept here, in documents sent to and from the page. */
export function placeholderFor(path: string): string {
  return `\u27eakept:${path}\u27eb`;
}

const MARK = /\u27eakept:([^\u27ea\u27eb]*)\u27eb/g;

/** Whether a text contains a placeholder. Text that only looks like one would be taken for one. */
export function hasPlaceholder(text: string): boolean {
  return text.search(MARK) !== -1;
}

/** The path of a text that consists of one placeholder. */
export function placeholderPath(text: string): string | undefined {
  const [match] = text.matchAll(MARK);
  return match && match[0] === text ? match[1] : undefined;
}

export function replacePlaceholders(text: string, value: (path: string) => string): string {
  return text.replaceAll(MARK, (_, path: string) => value(path));
}
