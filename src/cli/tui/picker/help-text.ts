import type { Theme } from '../theme.ts';
import { padded, widthOf } from '../width.ts';
import { wrap } from '../wrap.ts';

/** Every key of the picker. */
function keysIn({ signs }: Theme): readonly (readonly [key: string, does: string])[] {
  return [
    [`${signs.upDown}, j k`, 'move; PgUp, PgDn, Home and End go further'],
    ['Space', 'select or deselect the set under the cursor'],
    ['Enter', 'start with the selected sets, or with none'],
    ['a', 'select all shown sets'],
    ['c', 'clear the selection'],
    ['/', 'filter by words in the name, description or servers'],
    ['p', 'preview the set under the cursor; d and u scroll'],
    ['i', 'show the problems of unusable sets'],
    ['e', 'open the set under the cursor in your editor (VISUAL or EDITOR)'],
    ['?', 'show this help'],
    ['q, Esc', 'cancel'],
    ['Ctrl+C', 'cancel with exit code 130'],
  ];
}

/** The help for all keys, wrapped to a width. */
export function helpText(width: number, theme: Theme): readonly string[] {
  const keys = keysIn(theme);
  const column = Math.max(...keys.map(([key]) => widthOf(key))) + 2;
  return keys.flatMap(([key, does]) => {
    const [first = '', ...others] = wrap(does, Math.max(1, width - column));
    const indent = ' '.repeat(column);
    return [
      theme.paint('bold', key) + padded('', column - widthOf(key)) + first,
      ...others.map((line) => indent + line),
    ];
  });
}
