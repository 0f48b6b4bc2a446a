import type { CellWord } from '../../../../src/api/contract/matrix.ts';
import type { StagedCell } from '../../../../src/api/contract/plans.ts';
import type { IconName } from '../../components/icons.ts';

export type StagedAction = StagedCell['action'];

interface Look {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'good' | 'warn' | 'bad' | 'plain' | 'accent';
}

/** How each state of a cell is said; colour only underlines it. */
export const cellLooks: Readonly<Record<CellWord, Look>> = {
  same: { word: 'Same', icon: 'check', tone: 'good' },
  differs: { word: 'Differs', icon: 'differs', tone: 'warn' },
  off: { word: 'Off', icon: 'minus', tone: 'plain' },
  'not-there': { word: 'Not there', icon: 'add', tone: 'plain' },
  'only-here': { word: 'Only here', icon: 'info', tone: 'accent' },
  'cannot-write': { word: 'Cannot write', icon: 'error', tone: 'bad' },
  ignored: { word: 'Ignored', icon: 'skip', tone: 'plain' },
};

/** What is staged, in the words of the cell and of the button that stages it. */
export const actionWords: Readonly<Record<StagedAction, { readonly staged: string; readonly button: string }>> = {
  push: { staged: 'Pending: write', button: 'Write the catalog’s here' },
  pull: { staged: 'Pending: take', button: 'Take this into the catalog' },
  remove: { staged: 'Pending: remove', button: 'Remove it here' },
  off: { staged: 'Pending: off', button: 'Switch off here' },
  on: { staged: 'Pending: on', button: 'Switch on here' },
};

/** What Space does: the most likely wish, and nothing where nothing can be done. */
export function usualAction(word: CellWord, inCatalog: boolean): StagedAction | undefined {
  if (word === 'not-there') return inCatalog ? 'push' : undefined;
  if (word === 'differs') return 'push';
  if (word === 'only-here') return 'pull';
  if (word === 'off') return 'on';
  return word === 'same' ? 'off' : undefined;
}
