import type { Look } from './look.ts';
import { widthOf } from './width.ts';

export type Help = readonly [key: string, does: string];

/** What keys do, on as few lines of this width as possible. */
export function keyLines(help: readonly Help[], columns: number, look: Look): string[] {
  const lines: string[] = [];
  let width = Infinity;
  for (const [key, does] of help) {
    const taken = widthOf(`${key} ${does}`);
    const words = `${look.paint('bold', key)} ${look.paint('dim', does)}`;
    if (width + 2 + taken <= columns) {
      lines.push(`${lines.pop()}  ${words}`);
      width += 2 + taken;
    } else {
      lines.push(words);
      width = taken;
    }
  }
  return lines;
}
