import type { Theme } from '../theme.ts';
import { cut, widthOf } from '../width.ts';
import type { TopServer } from './top-server.ts';
import type { TopScreenState } from './top-state.ts';
import { clock } from './top-text.ts';
import { countsInWords } from './top-words.ts';

/** The title line: the number of servers, and the time. */
export function topTitle(servers: readonly TopServer[], now: Date, columns: number, { paint, signs }: Theme): string {
  const name = 'Plugboard';
  const time = clock(now);
  const counts = cut(countsInWords(servers), Math.max(1, columns - widthOf(name) - widthOf(time) - 4), signs.cut);
  const blanks = ' '.repeat(Math.max(2, columns - widthOf(name) - 2 - widthOf(counts) - widthOf(time)));
  return `${paint('bold', name)}  ${counts}${blanks}${paint('dim', time)}`;
}

export function paneHeading({ name }: TopServer, { pane }: TopScreenState, columns: number, theme: Theme): string {
  const { signs, paint } = theme;
  const edge = signs.line.repeat(2);
  const words = cut(`${pane === 'log' ? 'log of ' : ''}${theme.line(name)}`, Math.max(4, columns - 4), signs.cut);
  const rest = signs.line.repeat(Math.max(0, columns - widthOf(words) - 4));
  return `${paint('dim', edge)} ${paint('bold', words)} ${paint('dim', rest)}`;
}

/** The line for a question or the result of an action. */
export function noticeLine({ question, notice }: TopScreenState, columns: number, theme: Theme): string {
  const text = question
    ? `${question.enabled ? 'Enable' : 'Disable'} ${theme.line(question.server)} in the file that defines it?`
    : theme.line(notice ?? '');
  return theme.paint(question ? 'bold' : 'yellow', cut(text, columns, theme.signs.cut));
}
