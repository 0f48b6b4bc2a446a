import type { ReactElement } from 'react';
import { Lines } from '../lines.tsx';
import type { Theme } from '../theme.ts';
import { cut, widthOf } from '../width.ts';

interface Props {
  readonly name: string;
  /** All lines; only some may fit. */
  readonly text: readonly string[];
  readonly scroll: number;
  readonly columns: number;
  readonly rows: number;
  /** Whether the preview is next to the list (with a vertical separator) or below it (with a horizontal one). */
  readonly isBeside: boolean;
  readonly theme: Theme;
}

/** The content of the highlighted set. */
export function Preview({ name, text, scroll, columns, rows, isBeside, theme }: Props): ReactElement {
  const { signs, paint } = theme;
  const where =
    text.length > rows ? ` ${scroll + 1}-${Math.min(scroll + rows, text.length)} of ${text.length}, d u scroll` : '';
  const edge = signs.line.repeat(2);
  const room = columns - widthOf(where) - (isBeside ? 0 : 4);
  const title = cut(theme.line(name), Math.max(8, room), signs.cut);
  const heading = paint('bold', title) + paint('dim', where);
  const shown = text.slice(scroll, scroll + rows);
  const filled = [...shown, ...Array<string>(Math.max(0, rows - shown.length)).fill('')];
  const wall = paint('dim', signs.wall);
  if (isBeside) return <Lines lines={[heading, ...filled].map((line) => `${wall} ${line}`)} />;
  return <Lines lines={[`${paint('dim', edge)} ${heading}`, ...shown]} />;
}
