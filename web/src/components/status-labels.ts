import type { StatusName } from '../../../src/api/contract/servers.ts';
import type { IconName } from './icons.ts';

interface StatusWord {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'good' | 'warn' | 'bad' | 'plain' | 'accent';
}

/** The label, icon and tone of each status. */
export const statusLabels: Readonly<Record<StatusName, StatusWord>> = {
  connected: { word: 'Connected', icon: 'check', tone: 'good' },
  starting: { word: 'Starting', icon: 'wait', tone: 'accent' },
  'needs-approval': { word: 'Needs approval', icon: 'approve', tone: 'warn' },
  denied: { word: 'Denied', icon: 'denied', tone: 'bad' },
  'needs-sign-in': { word: 'Needs sign-in', icon: 'key', tone: 'warn' },
  failed: { word: 'Failed', icon: 'error', tone: 'bad' },
  off: { word: 'Disabled', icon: 'minus', tone: 'plain' },
  'not-checked': { word: 'Not checked', icon: 'dot', tone: 'plain' },
};
