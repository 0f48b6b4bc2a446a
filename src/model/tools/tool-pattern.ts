/** Whether a pattern matches a tool name: `*` is any text. Each part is searched once, so that no pattern is slow. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/**
 * Patterns for the tools that both lists match. Where two patterns overlap without one containing the other, their
 * common tools are left out: a name that matches both cannot be written as one pattern.
 */
export function commonPatterns(some: readonly string[], others: readonly string[]): string[] {
  const within = (inner: readonly string[], outer: readonly string[]): string[] =>
    inner.filter((one) => outer.some((pattern) => matchesPattern(pattern, one)));
  return [...new Set([...within(some, others), ...within(others, some)])];
}
