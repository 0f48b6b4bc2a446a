import type { Look } from './look.ts';
import type { TopScreenState } from './top-state.ts';
import { widthOf } from './width.ts';

/** The keys that do something now, the most important first, since a small screen has no room for all. */
function keysIn(
  { pane, question }: TopScreenState,
  { signs }: Look,
): readonly (readonly [key: string, does: string])[] {
  if (question)
    return [
      ['y', 'yes'],
      ['any other key', 'no'],
    ];
  return [
    [signs.upDown, 'select'],
    ['Enter', pane === 'details' ? 'hide details' : 'details'],
    ['l', pane === 'log' ? 'hide log' : 'log'],
    ['r', 'reconnect'],
    ['q', 'quit'],
    ...(pane === 'none' ? [] : [['n p', 'scroll'] as const]),
    ['e', 'enable'],
    ['d', 'disable'],
  ];
}

/** The help for the keys on lines of this width. */
export function topKeyHelp(state: TopScreenState, columns: number, look: Look): string[] {
  const lines: string[] = [];
  let width = Infinity;
  for (const [key, does] of keysIn(state, look)) {
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
