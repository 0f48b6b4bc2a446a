import type { Theme } from '../theme.ts';
import { cut } from '../width.ts';
import type { PickableSet } from './pickable-set.ts';
import { reasonLines } from './preview-text.ts';

/** All unusable sets with their complete errors. */
export function problemsText(sets: readonly PickableSet[], width: number, theme: Theme): readonly string[] {
  return sets
    .filter(({ error }) => error !== undefined)
    .flatMap((set) => [
      '',
      theme.paint('bold', cut(theme.line(set.name), width, theme.signs.cut)),
      ...reasonLines(set, width - 2, theme).map((line) => `  ${line}`),
    ])
    .slice(1);
}
