import type { IconName } from './components/icons.ts';

/** The navigation entry of a room. */
export interface PageEntry {
  readonly icon: IconName;
  /** The figure shown next to it. */
  readonly badge?: 'servers' | 'outOfSync' | 'issues';
}
