import type { Look } from './look.ts';
import type { TopServer } from './top-server.ts';
import type { TopScreenState } from './top-state.ts';
import { clock } from './top-text.ts';
import { countsInWords } from './top-words.ts';
import { cut, widthOf } from './width.ts';

/** How many servers there are, and the time. */
export function topTitle(servers: readonly TopServer[], now: Date, columns: number, { paint, signs }: Look): string {
  const name = 'Plugboard';
  const time = clock(now);
  const counts = cut(countsInWords(servers), Math.max(1, columns - widthOf(name) - widthOf(time) - 4), signs.cut);
  const blanks = ' '.repeat(Math.max(2, columns - widthOf(name) - 2 - widthOf(counts) - widthOf(time)));
  return `${paint('bold', name)}  ${counts}${blanks}${paint('dim', time)}`;
}

export function paneHeading({ name }: TopServer, { pane }: TopScreenState, columns: number, look: Look): string {
  const { signs, paint } = look;
  const edge = signs.line.repeat(2);
  const words = cut(`${pane === 'log' ? 'log of ' : ''}${look.line(name)}`, Math.max(4, columns - 4), signs.cut);
  const rest = signs.line.repeat(Math.max(0, columns - widthOf(words) - 4));
  return `${paint('dim', edge)} ${paint('bold', words)} ${paint('dim', rest)}`;
}

/** A question, or what has become of something. */
export function noticeLine({ question, notice }: TopScreenState, columns: number, look: Look): string {
  const text = question
    ? `${question.enabled ? 'Enable' : 'Disable'} ${look.line(question.server)} in the file that defines it?`
    : look.line(notice ?? '');
  return look.paint(question ? 'bold' : 'yellow', cut(text, columns, look.signs.cut));
}
