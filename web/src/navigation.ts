import type { IconName } from './components/icons.ts';

/** How a page is offered in the navigation. */
export interface PageEntry {
  readonly icon: IconName;
  /** Pressed after `g` to go there. */
  readonly key: string;
  /** Which figure of the overview stands beside it. */
  readonly count?: 'servers' | 'differing' | 'pendingApprovals' | 'issues';
}
