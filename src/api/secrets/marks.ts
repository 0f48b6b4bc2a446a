/** Stands for a value that is kept here, in what is sent to the page and comes back from it. */
export function markOf(path: string): string {
  return `\u27eakept:${path}\u27eb`;
}

const MARK = /\u27eakept:([^\u27ea\u27eb]*)\u27eb/g;

/** Text that looks like a mark without being one would be taken for one. */
export function hasMark(text: string): boolean {
  return text.search(MARK) !== -1;
}

/** The path of a text that is one mark and nothing else. */
export function onlyMark(text: string): string | undefined {
  const [match] = text.matchAll(MARK);
  return match && match[0] === text ? match[1] : undefined;
}

export function replaceMarks(text: string, value: (path: string) => string): string {
  return text.replaceAll(MARK, (_, path: string) => value(path));
}
