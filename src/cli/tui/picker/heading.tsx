import type { ReactElement } from 'react';
import { count } from '../../../model/count.ts';
import { Lines } from '../lines.tsx';
import type { Theme } from '../theme.ts';
import { cut, widthOf } from '../width.ts';
import { isUsable, type PickerState } from './picker-state.ts';

interface Props {
  readonly title: string;
  readonly state: PickerState;
  /** Whether the list does not fit, so that the position of the cursor is shown. */
  readonly isLong: boolean;
  readonly columns: number;
  readonly theme: Theme;
}

/** The title, the number of sets, and the filter if there is one. */
export function Heading({ title, state, isLong, columns, theme }: Props): ReactElement {
  const { paint, signs } = theme;
  const shownTitle = cut(theme.line(title), columns, signs.cut);
  const counts = cut(countWords(state, isLong), columns - widthOf(shownTitle) - 2, signs.cut);
  const first = `${paint('bold', shownTitle)}  ${paint('dim', counts)}`;
  return <Lines lines={hasFilterLine(state) ? [first, filterLine(state, columns, theme)] : [first]} />;
}

export function hasFilterLine({ mode, filter }: PickerState): boolean {
  return mode === 'filter' || filter !== '';
}

function countWords({ sets, shown, cursor }: PickerState, isLong: boolean): string {
  const unusable = sets.filter((set) => !isUsable(set)).length;
  const all = count(sets.length, 'set');
  const counted = shown.length === sets.length ? all : `${shown.length} of ${all}`;
  const at = isLong ? `, at ${cursor + 1}` : '';
  return unusable === 0 ? counted + at : `${counted}, ${unusable} unusable${at}`;
}

function filterLine({ mode, filter }: PickerState, columns: number, { line, signs, paint }: Theme): string {
  const isTyping = mode === 'filter';
  const behind = isTyping ? signs.caret : '  Esc shows all';
  const room = Math.max(1, columns - 2 - widthOf(behind));
  return `${paint('cyan', '/')} ${cut(line(filter), room, signs.cut)}${paint(isTyping ? 'cyan' : 'dim', behind)}`;
}
