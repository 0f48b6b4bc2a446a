import type { Look } from './look.ts';
import type { PickableSet } from './pickable-set.ts';
import { reasonLines } from './preview-text.ts';
import { cut } from './width.ts';

/** Every set that cannot be used, with its reason in full. */
export function problemsText(sets: readonly PickableSet[], width: number, look: Look): readonly string[] {
  return sets
    .filter(({ error }) => error !== undefined)
    .flatMap((set) => [
      '',
      look.paint('bold', cut(look.line(set.name), width, look.signs.cut)),
      ...reasonLines(set, width - 2, look).map((line) => `  ${line}`),
    ])
    .slice(1);
}
