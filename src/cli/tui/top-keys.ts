import { type Help, keyLines } from './key-lines.ts';
import type { Look } from './look.ts';
import type { TopScreenState } from './top-state.ts';

/** The keys that do something now, the most important first, since a small screen has no room for all. */
function keysIn({ pane, question }: TopScreenState, { signs }: Look): readonly Help[] {
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
  return keyLines(keysIn(state, look), columns, look);
}
