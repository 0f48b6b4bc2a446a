import type { IconName } from './components/icons.ts';

/** The navigation entry of a page. */
export interface PageEntry {
  readonly icon: IconName;
  /** The key pressed after `g` to go there. */
  readonly key: string;
  /** The count of the overview shown next to it. */
  readonly count?: 'servers' | 'differing' | 'pendingApprovals' | 'issues';
}
