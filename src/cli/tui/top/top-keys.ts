import { type Help, keyLines } from '../key-lines.ts';
import type { Theme } from '../theme.ts';
import type { TopScreenState } from './top-state.ts';

/** The keys of the current mode, most important first, because a small screen cannot show all. */
function keysIn({ pane, question }: TopScreenState, { signs }: Theme): readonly Help[] {
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

/** The key help, wrapped to a width. */
export function topKeyHelp(state: TopScreenState, columns: number, theme: Theme): string[] {
  return keyLines(keysIn(state, theme), columns, theme);
}
