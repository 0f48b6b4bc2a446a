import { MOST_DEPTH } from '../../model/json/depth.ts';

/** Whether a parsed value can be serialized again: within the depth limit, and with finite numbers. */
export function isPrintable(value: unknown): boolean {
  const waiting: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [current, depth] = next;
    if (typeof current === 'number' && !Number.isFinite(current)) return false;
    if (typeof current !== 'object' || current === null) continue;
    if (depth >= MOST_DEPTH) return false;
    for (const inner of Object.values(current)) waiting.push([inner, depth + 1]);
  }
  return true;
}
