import type { Look } from './look.ts';
import { padded, widthOf } from './width.ts';
import { wrap } from './wrap.ts';

/** Every key of the picker. */
function keysIn({ signs }: Look): readonly (readonly [key: string, does: string])[] {
  return [
    [`${signs.upDown}, j k`, 'move; PgUp, PgDn, Home and End go further'],
    ['Space', 'select the set under the cursor, or not any more'],
    ['Enter', 'start with what is selected, which may be nothing'],
    ['a', 'select all that are shown'],
    ['c', 'clear the selection'],
    ['/', 'show only sets that hold these words in their name, description or servers'],
    ['p', 'show what is in the set under the cursor; d and u scroll'],
    ['i', 'show what is wrong with sets that cannot be used'],
    ['e', 'open the set under the cursor in your editor (VISUAL or EDITOR)'],
    ['?', 'show this help'],
    ['q, Esc', 'start nothing'],
    ['Ctrl+C', 'start nothing, with exit code 130'],
  ];
}

/** What every key does, on lines of this width. */
export function helpText(width: number, look: Look): readonly string[] {
  const keys = keysIn(look);
  const column = Math.max(...keys.map(([key]) => widthOf(key))) + 2;
  return keys.flatMap(([key, does]) => {
    const [first = '', ...others] = wrap(does, Math.max(1, width - column));
    const indent = ' '.repeat(column);
    return [
      look.paint('bold', key) + padded('', column - widthOf(key)) + first,
      ...others.map((line) => indent + line),
    ];
  });
}
