import type { Look } from './look.ts';
import type { PickableSet } from './pickable-set.ts';
import { cut, widthOf } from './width.ts';

export interface Row {
  readonly set: PickableSet;
  readonly isHighlighted: boolean;
  readonly isSelected: boolean;
  /** Chosen last time. */
  readonly wasChosen: boolean;
}

/** Narrower than this, what stands behind the name says nothing. */
const LEAST_ROOM = 8;
const GAP = '  ';

/**
 * One set on one line.
 *
 * @param names How wide the widest name of all is, so that what follows the names stands in a column.
 */
export function setRow(row: Row, { columns, names }: { columns: number; names: number }, look: Look): string {
  const { set, isHighlighted } = row;
  const { signs, paint } = look;
  const { box, style } = boxOf(row, look);
  const lead = `${isHighlighted ? paint('cyan', signs.cursor) : ' '} ${style ? paint(style, box) : box} `;
  const room = columns - widthOf(signs.cursor) - widthOf(box) - 2;
  const column = Math.min(names, Math.floor(room / 2));
  const behind = behindName(row, look);
  const roomBehind = room - column - GAP.length;
  const hasBehind = behind !== '' && roomBehind >= LEAST_ROOM;
  const name = cut(look.line(set.display), hasBehind ? column : room, signs.cut);
  const shownName = isHighlighted ? paint('bold', name) : nameIn(set, name, look);
  if (!hasBehind) return lead + shownName;
  const blanks = ' '.repeat(column - widthOf(name)) + GAP;
  return lead + shownName + blanks + paint('dim', cut(behind, roomBehind, signs.cut));
}

function boxOf({ set, isSelected }: Row, { signs }: Look): { box: string; style?: 'red' | 'green' } {
  if (set.error !== undefined) return { box: signs.unusable, style: 'red' };
  return isSelected ? { box: signs.on, style: 'green' } : { box: signs.off };
}

function nameIn({ error }: PickableSet, name: string, { paint }: Look): string {
  return error === undefined ? name : paint('dim', name);
}

function behindName({ set, wasChosen }: Row, look: Look): string {
  const text = set.error === undefined ? look.line(set.note ?? '') : look.line(set.error);
  return [wasChosen ? '(last time)' : '', text].filter(Boolean).join(' ');
}
