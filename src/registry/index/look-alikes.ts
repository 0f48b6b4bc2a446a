import type { RegistryIndex } from './registry-index.ts';
import { readSearchLine } from './search-lines.ts';

/** Letters and pairs that look alike in many fonts. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i|]/g, 'l'],
  [/5/g, 's'],
  [/[-_.]/g, ''],
];

/** The form that look-alike names share. */
function skeleton(name: string): string {
  return pairs.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), name.toLowerCase());
}

/** Other servers whose names look like this one. */
export function lookAlikes({ text }: RegistryIndex, name: string, most = 5): string[] {
  const wanted = skeleton(name);
  const found: string[] = [];
  for (let start = 0; start < text.length && found.length < most;) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    const tab = text.indexOf('\t', start);
    // Most names differ in length by far, which is cheaper to see.
    if (Math.abs(tab - start - name.length) <= 4 && skeleton(text.slice(start, tab)) === wanted) {
      const other = readSearchLine(text.slice(start, end))?.name;
      if (other !== undefined && other !== name) found.push(other);
    }
    start = end + 1;
  }
  return found;
}
