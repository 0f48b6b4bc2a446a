import { matchesGlob } from '../glob.ts';

/**
 * Patterns for the tools that both lists match. Where two patterns overlap without one containing the other, their
 * common tools are left out: a name that matches both cannot be written as one pattern.
 */
export function commonPatterns(some: readonly string[], others: readonly string[]): string[] {
  const within = (inner: readonly string[], outer: readonly string[]): string[] =>
    inner.filter((one) => outer.some((pattern) => matchesGlob(pattern, one)));
  return [...new Set([...within(some, others), ...within(others, some)])];
}
