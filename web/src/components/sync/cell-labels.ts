import type { CellWord } from '../../../../src/api/contract/matrix.ts';
import type { StagedCell } from '../../../../src/api/contract/plans.ts';
import type { IconName } from '../icons.ts';

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
  conflict: { word: 'Conflict', icon: 'warning', tone: 'bad' },
  off: { word: 'Disabled', icon: 'minus', tone: 'plain' },
  'not-there': { word: 'Missing', icon: 'add', tone: 'plain' },
  'only-here': { word: 'Only in client', icon: 'check', tone: 'accent' },
  'cannot-write': { word: 'Cannot write', icon: 'denied', tone: 'plain' },
  ignored: { word: 'Ignored', icon: 'skip', tone: 'plain' },
};

interface ActionLook {
  /** The state after staging. */
  readonly staged: string;
  /** The button that stages it. */
  readonly button: string;
  readonly icon: IconName;
  /** One staged change in the bar, such as `github → Cursor`. */
  readonly summary: (server: string, client: string) => string;
}

/** The labels of staged actions and of the buttons that stage them. */
export const actionLabels: Readonly<Record<StagedAction, ActionLook>> = {
  push: {
    staged: 'Pending: write',
    button: 'Write to client',
    icon: 'add',
    summary: (server, client) => `${server} → ${client}`,
  },
  pull: {
    staged: 'Pending: import',
    button: 'Import into catalog',
    icon: 'import',
    summary: (server, client) => `${server} from ${client}`,
  },
  keep: {
    staged: 'Pending: keep',
    button: 'Keep for this client',
    icon: 'check',
    summary: (server, client) => `${server} as it is in ${client}`,
  },
  remove: {
    staged: 'Pending: remove',
    button: 'Remove from client',
    icon: 'trash',
    summary: (server, client) => `${server} out of ${client}`,
  },
  off: {
    staged: 'Pending: disable',
    button: 'Disable in client',
    icon: 'minus',
    summary: (server, client) => `${server} off in ${client}`,
  },
  on: {
    staged: 'Pending: enable',
    button: 'Enable in client',
    icon: 'check',
    summary: (server, client) => `${server} on in ${client}`,
  },
};

/** The actions that clicking a cell goes through, before it is unstaged again. */
const cycle: Readonly<Record<CellWord, readonly StagedAction[]>> = {
  same: ['off'],
  'only-here': ['off'],
  differs: ['push', 'off'],
  conflict: ['push', 'off'],
  off: ['on'],
  'not-there': ['push'],
  'cannot-write': [],
  ignored: [],
};

/** The next action of a cell when it is clicked; undefined unstages it. */
export function nextAction(word: CellWord, staged: StagedAction | undefined): StagedAction | undefined {
  const actions = cycle[word];
  return staged === undefined ? actions[0] : actions[actions.indexOf(staged) + 1];
}

/** Whether clicking the cell does anything. */
export function canToggle(word: CellWord): boolean {
  return cycle[word].length > 0;
}

/** What brings a cell in sync, for whole rows and columns; undefined if it is. */
export function syncAction(word: CellWord): StagedAction | undefined {
  return word === 'not-there' || word === 'differs' || word === 'conflict' ? 'push' : undefined;
}
