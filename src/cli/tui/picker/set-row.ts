import type { Theme } from '../theme.ts';
import { cut, widthOf } from '../width.ts';
import type { PickableSet } from './pickable-set.ts';

export interface Row {
  readonly set: PickableSet;
  readonly isHighlighted: boolean;
  readonly isSelected: boolean;
  /** Chosen last time. */
  readonly wasChosen: boolean;
}

/** The text after the name is omitted below this width, because it would be unreadable. */
const LEAST_ROOM = 8;
const GAP = '  ';

/**
 * One set on one line.
 *
 * @param names The width of the longest name, so that the text after the names is aligned.
 */
export function setRow(row: Row, { columns, names }: { columns: number; names: number }, theme: Theme): string {
  const { set, isHighlighted } = row;
  const { signs, paint } = theme;
  const { box, style } = boxOf(row, theme);
  const lead = `${isHighlighted ? paint('cyan', signs.cursor) : ' '} ${style ? paint(style, box) : box} `;
  const room = columns - widthOf(signs.cursor) - widthOf(box) - 2;
  const column = Math.min(names, Math.floor(room / 2));
  const behind = behindName(row, theme);
  const roomBehind = room - column - GAP.length;
  const hasBehind = behind !== '' && roomBehind >= LEAST_ROOM;
  const name = cut(theme.line(set.display), hasBehind ? column : room, signs.cut);
  const shownName = isHighlighted ? paint('bold', name) : nameIn(set, name, theme);
  if (!hasBehind) return lead + shownName;
  const blanks = ' '.repeat(column - widthOf(name)) + GAP;
  return lead + shownName + blanks + paint('dim', cut(behind, roomBehind, signs.cut));
}

function boxOf({ set, isSelected }: Row, { signs }: Theme): { box: string; style?: 'red' | 'green' } {
  if (set.error !== undefined) return { box: signs.unusable, style: 'red' };
  return isSelected ? { box: signs.on, style: 'green' } : { box: signs.off };
}

function nameIn({ error }: PickableSet, name: string, { paint }: Theme): string {
  return error === undefined ? name : paint('dim', name);
}

function behindName({ set, wasChosen }: Row, theme: Theme): string {
  const text = set.error === undefined ? theme.line(set.note ?? '') : theme.line(set.error);
  return [wasChosen ? '(last time)' : '', text].filter(Boolean).join(' ');
}
