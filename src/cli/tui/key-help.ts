import { type Help, keyLines } from './key-lines.ts';
import { isUsable, type PickerState } from './picker/picker-state.ts';
import type { Theme } from './theme.ts';

/** The keys of the current mode, most important first, because a small screen cannot show all. */
function helpFor({ mode, sets, preview }: PickerState, { signs }: Theme): readonly Help[] {
  if (mode === 'filter')
    return [
      ['Enter', 'keep'],
      ['Esc', 'clear'],
      [signs.upDown, 'move'],
    ];
  if (mode === 'problems' || mode === 'help')
    return [
      ['Esc', 'back'],
      [signs.upDown, 'scroll'],
    ];
  return [
    ['Space', 'select'],
    ['Enter', 'confirm'],
    ['q', 'cancel'],
    ['/', 'filter'],
    ['p', preview ? 'hide' : 'preview'],
    ['a', 'all'],
    ['c', 'clear'],
    ...(sets.every(isUsable) ? [] : [['i', 'problems'] as const]),
    ['e', 'edit'],
    ['?', 'help'],
  ];
}

/** The key help, wrapped to a width. */
export function keyHelp(state: PickerState, columns: number, theme: Theme): readonly string[] {
  return keyLines(helpFor(state, theme), columns, theme);
}
