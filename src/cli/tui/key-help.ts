import { type Help, keyLines } from './key-lines.ts';
import type { Look } from './look.ts';
import { isUsable, type PickerState } from './picker-state.ts';

/** The keys that do something now, the most important first, since a small screen has no room for all. */
function helpFor({ mode, sets, preview }: PickerState, { signs }: Look): readonly Help[] {
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

/** The help for the keys on lines of this width. */
export function keyHelp(state: PickerState, columns: number, look: Look): readonly string[] {
  return keyLines(helpFor(state, look), columns, look);
}
