import type { CellWord } from '../../../../src/api/contract/matrix.ts';
import type { StagedCell } from '../../../../src/api/contract/plans.ts';
import type { IconName } from '../../components/icons.ts';

export type StagedAction = StagedCell['action'];

interface Look {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'good' | 'warn' | 'bad' | 'plain' | 'accent';
}

/** The label, icon and tone of each cell state; color is only an addition. */
export const cellLabels: Readonly<Record<CellWord, Look>> = {
  same: { word: 'In sync', icon: 'check', tone: 'good' },
  differs: { word: 'Out of sync', icon: 'differs', tone: 'warn' },
  off: { word: 'Disabled', icon: 'minus', tone: 'plain' },
  'not-there': { word: 'Missing', icon: 'add', tone: 'plain' },
  'only-here': { word: 'Only in client', icon: 'info', tone: 'accent' },
  'cannot-write': { word: 'Cannot write', icon: 'error', tone: 'bad' },
  ignored: { word: 'Ignored', icon: 'skip', tone: 'plain' },
};

/** The labels of staged actions and of the buttons that stage them. */
export const actionLabels: Readonly<Record<StagedAction, { readonly staged: string; readonly button: string }>> = {
  push: { staged: 'Pending: write', button: 'Write to client' },
  pull: { staged: 'Pending: import', button: 'Import into catalog' },
  remove: { staged: 'Pending: remove', button: 'Remove from client' },
  off: { staged: 'Pending: disable', button: 'Disable in client' },
  on: { staged: 'Pending: enable', button: 'Enable in client' },
};

/** The action of the Space key: the most likely one, or none. */
export function usualAction(word: CellWord, inCatalog: boolean): StagedAction | undefined {
  if (word === 'not-there') return inCatalog ? 'push' : undefined;
  if (word === 'differs') return 'push';
  if (word === 'only-here') return 'pull';
  if (word === 'off') return 'on';
  return word === 'same' ? 'off' : undefined;
}
