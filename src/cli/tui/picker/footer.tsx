import type { ReactElement } from 'react';
import { Lines } from '../lines.tsx';
import type { Theme } from '../theme.ts';
import { cut, widthOf } from '../width.ts';
import { type PickerState, selectedSets, type Hint } from './picker-state.ts';
import { tokenWords } from './token-words.ts';

interface Props {
  readonly state: PickerState;
  readonly columns: number;
  /** The lines of key help that fit. */
  readonly keys: readonly string[];
  /** Whether hints have a line of their own; otherwise they replace the key help. */
  readonly isRoomy: boolean;
  readonly theme: Theme;
}

export function Footer({ state, columns, keys, isRoomy, theme }: Props): ReactElement {
  const chosen = selection(state, columns, theme);
  const hint = state.hint
    ? theme.paint('yellow', cut(`! ${hintWords(state.hint, theme)}`, columns, theme.signs.cut))
    : undefined;
  if (isRoomy) return <Lines lines={[hint ?? '', chosen, ...keys]} />;
  return <Lines lines={[chosen, ...(hint === undefined ? keys : [hint, ...keys.slice(1)])]} />;
}

function selection(state: PickerState, columns: number, theme: Theme): string {
  const sets = selectedSets(state);
  if (sets.length === 0) return cut('None selected: Enter continues without any', columns, theme.signs.cut);
  const tokens = sets.reduce<number | undefined>((sum, set) => addKnown(sum, set.tokens), 0);
  const lead = `${sets.length} selected${tokens === undefined ? '' : `, ${tokenWords(tokens)}`}: `;
  // More names would be truncated anyway.
  const names = sets.slice(0, columns).map(({ name }) => theme.line(name));
  return theme.paint('green', lead) + cut(names.join(', '), Math.max(1, columns - widthOf(lead)), theme.signs.cut);
}

/** The sum, or undefined if a part is unknown. */
function addKnown(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left + right;
}

function hintWords(hint: Hint, theme: Theme): string {
  switch (hint.kind) {
    case 'unusable':
      return `${theme.line(hint.set.name)} cannot be used; press i for the reason, e to edit it`;
    case 'no-problems':
      return 'All sets are usable.';
    case 'notice':
      return theme.line(hint.text);
    case 'lost':
      return `Selected last time, but not usable now: ${hint.names.map((name) => theme.line(name)).join(', ')}`;
  }
}
