import type { ReactElement } from 'react';
import { useMemo } from 'react';
import { Lines } from '../lines.tsx';
import type { Theme } from '../theme.ts';
import { widthOf } from '../width.ts';
import { firstShown } from './layout.ts';
import type { PickerState } from './picker-state.ts';
import { setRow } from './set-row.ts';

interface Props {
  readonly state: PickerState;
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
}

/** The visible part of the list around the cursor. */
export function SetList({ state, columns, rows, theme }: Props): ReactElement {
  const { sets, shown, cursor, selected, chosen } = state;
  const names = useMemo(
    () => sets.reduce((widest, { display }) => Math.max(widest, widthOf(theme.line(display))), 0),
    [sets, theme],
  );
  const first = firstShown(cursor, shown.length, rows);
  const drawn = shown.slice(first, first + rows).flatMap((place, row) => {
    const set = sets[place];
    if (!set) return [];
    const isHighlighted = first + row === cursor;
    const marks = { isHighlighted, isSelected: selected.has(place), wasChosen: chosen.has(set.name) };
    return [setRow({ set, ...marks }, { columns, names }, theme)];
  });
  if (drawn.length === 0) drawn.push(theme.paint('dim', sets.length === 0 ? 'No sets.' : 'No matches.'));
  return <Lines lines={[...drawn, ...Array<string>(Math.max(0, rows - drawn.length)).fill('')]} />;
}
