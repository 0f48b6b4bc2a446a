import type { ReactElement } from 'react';
import { hintWords } from './hint-words.ts';
import { Lines } from './lines.tsx';
import type { Look } from './look.ts';
import { type PickerState, selectedSets } from './picker-state.ts';
import { tokenWords } from './token-words.ts';
import { cut, widthOf } from './width.ts';

interface Props {
  readonly state: PickerState;
  readonly columns: number;
  /** Lines with help for the keys, as many as fit. */
  readonly keys: readonly string[];
  /** A blank line above, where hints go; without one they take the place of the keys. */
  readonly isRoomy: boolean;
  readonly look: Look;
}

export function Footer({ state, columns, keys, isRoomy, look }: Props): ReactElement {
  const chosen = selection(state, columns, look);
  const hint = state.hint
    ? look.paint('yellow', cut(`! ${hintWords(state.hint, look)}`, columns, look.signs.cut))
    : undefined;
  if (isRoomy) return <Lines lines={[hint ?? '', chosen, ...keys]} />;
  return <Lines lines={[chosen, ...(hint === undefined ? keys : [hint, ...keys.slice(1)])]} />;
}

function selection(state: PickerState, columns: number, look: Look): string {
  const sets = selectedSets(state);
  if (sets.length === 0) return cut('None selected: Enter goes on without any', columns, look.signs.cut);
  const tokens = sets.reduce<number | undefined>((sum, set) => addKnown(sum, set.tokens), 0);
  const lead = `${sets.length} selected${tokens === undefined ? '' : `, ${tokenWords(tokens)}`}: `;
  // A thousand names would be cut anyway.
  const names = sets.slice(0, columns).map(({ name }) => look.line(name));
  return look.paint('green', lead) + cut(names.join(', '), Math.max(1, columns - widthOf(lead)), look.signs.cut);
}

/** A sum of which a part is not known is not known. */
function addKnown(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left + right;
}
