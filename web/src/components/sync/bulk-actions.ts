import { count } from '../../../../src/model/count.ts';
import type { MenuItem } from '../controls/AppMenu.vue';
import { actionLabels, type StagedAction } from './cell-labels.ts';
import type { Place } from './stage-in-all.ts';
import { stageAll, stagedAt } from './staged-cells.ts';

/** A decision that applies to many cells at once. */
interface Bulk {
  readonly action: StagedAction;
  readonly applies: (place: Place) => boolean;
  readonly title: (cells: number) => string;
}

const isDifferent = ({ cell }: Place): boolean => cell.word === 'differs' || cell.word === 'conflict';

const bulks: readonly Bulk[] = [
  { action: 'push', applies: isDifferent, title: (cells) => `Prefer the catalog (${cells})` },
  {
    action: 'pull',
    applies: (place) => isDifferent(place) || place.cell.word === 'only-here',
    title: (cells) => `Prefer the client: import (${cells})`,
  },
  {
    action: 'keep',
    applies: ({ cell }) => cell.canKeep === true,
    title: (cells) => `Keep for the client alone (${cells})`,
  },
];

/** What can be staged for several cells of a row or a column; empty if nothing differs. */
export function bulkActions(places: readonly Place[]): MenuItem[] {
  const items = bulks.flatMap(({ action, applies, title }): MenuItem[] => {
    const found = places.filter(applies);
    if (found.length === 0) return [];
    const run = (): void => stageAll(found.map(({ column, name }) => ({ column, name, action })));
    return [{ title: title(found.length), icon: actionLabels[action].icon, run }];
  });
  const staged = places.filter(({ column, name }) => stagedAt(column, name) !== undefined);
  if (items.length === 0 || staged.length === 0) return items;
  const discard = (): void => stageAll(staged.map(({ column, name }) => ({ column, name, action: undefined })));
  return [...items, { title: `Discard ${count(staged.length, 'staged change')}`, icon: 'undo', run: discard }];
}
