/** Deeper documents and messages are refused: what walks and prints them recurses, and nothing that is meant well is so deep. */
export const MOST_DEPTH = 256;

/** Said of a text that is refused for it. */
export const TOO_DEEP_WORDS = `nested deeper than ${MOST_DEPTH} levels`;

/** Whether a value is nested deeper than this. Without recursion, level by level. */
export function isDeeperThan(value: unknown, deepest: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
