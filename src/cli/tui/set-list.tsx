import type { ReactElement } from 'react';
import { useMemo } from 'react';
import { firstShown } from './layout.ts';
import { Lines } from './lines.tsx';
import type { Look } from './look.ts';
import type { PickerState } from './picker-state.ts';
import { setRow } from './set-row.ts';
import { widthOf } from './width.ts';

interface Props {
  readonly state: PickerState;
  readonly columns: number;
  readonly rows: number;
  readonly look: Look;
}

/** The part of the list around the cursor; only what is seen is drawn. */
export function SetList({ state, columns, rows, look }: Props): ReactElement {
  const { sets, shown, cursor, selected, chosen } = state;
  const names = useMemo(
    () => sets.reduce((widest, { display }) => Math.max(widest, widthOf(look.line(display))), 0),
    [sets, look],
  );
  const first = firstShown(cursor, shown.length, rows);
  const drawn = shown.slice(first, first + rows).flatMap((place, row) => {
    const set = sets[place];
    if (!set) return [];
    const isHighlighted = first + row === cursor;
    const marks = { isHighlighted, isSelected: selected.has(place), wasChosen: chosen.has(set.name) };
    return [setRow({ set, ...marks }, { columns, names }, look)];
  });
  if (drawn.length === 0) drawn.push(look.paint('dim', sets.length === 0 ? 'There are no sets.' : 'Nothing matches.'));
  return <Lines lines={[...drawn, ...Array<string>(Math.max(0, rows - drawn.length)).fill('')]} />;
}
