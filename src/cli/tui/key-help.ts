import type { Look } from './look.ts';
import { isUsable, type PickerState } from './picker-state.ts';
import { widthOf } from './width.ts';

type Help = readonly [key: string, does: string];

/** The keys that do something now, the most important first, since a small screen has no room for all. */
function helpFor({ mode, sets, preview }: PickerState, { signs }: Look): readonly Help[] {
  if (mode === 'filter')
    return [
      ['Enter', 'keep'],
      ['Esc', 'clear'],
      [signs.upDown, 'move'],
    ];
  if (mode === 'problems')
    return [
      ['Esc', 'back'],
      [signs.upDown, 'scroll'],
    ];
  return [
    ['Space', 'select'],
    ['Enter', 'confirm'],
    ['q', 'cancel'],
    ['/', 'filter'],
    ['p', preview ? 'hide preview' : 'preview'],
    ['a', 'all'],
    ['c', 'clear'],
    ...(sets.every(isUsable) ? [] : [['i', 'problems'] as const]),
    [signs.upDown, 'move'],
  ];
}

/** The help for the keys on lines of this width. */
export function keyHelp(state: PickerState, columns: number, look: Look): readonly string[] {
  const lines: string[] = [];
  let width = Infinity;
  for (const [key, does] of helpFor(state, look)) {
    const taken = widthOf(`${key} ${does}`);
    const words = `${look.paint('bold', key)} ${look.paint('dim', does)}`;
    if (width + 2 + taken <= columns) {
      lines.push(`${lines.pop()}  ${words}`);
      width += 2 + taken;
    } else {
      lines.push(words);
      width = taken;
    }
  }
  return lines;
}
