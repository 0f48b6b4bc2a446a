/** Deeper documents and messages are rejected: parsers and printers recurse, and no legitimate input is so deep. */
export const MOST_DEPTH = 256;

export const TOO_DEEP_WORDS = `nested deeper than ${MOST_DEPTH} levels`;

/** Whether a value is nested deeper than `deepest`. Checks level by level, without recursion. */
export function isDeeperThan(value: unknown, deepest: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
