import type { Theme } from './theme.ts';
import { widthOf } from './width.ts';

export type Help = readonly [key: string, does: string];

/** Key help on as few lines of a width as possible. */
export function keyLines(help: readonly Help[], columns: number, theme: Theme): string[] {
  const lines: string[] = [];
  let width = Infinity;
  for (const [key, does] of help) {
    const taken = widthOf(`${key} ${does}`);
    const words = `${theme.paint('bold', key)} ${theme.paint('dim', does)}`;
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
