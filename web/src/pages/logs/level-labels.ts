import type { IconName } from '../../components/icons.ts';
import type { Level, Stream } from './log-filter.ts';

export const levelLabels: Readonly<Record<Level, { readonly word: string; readonly icon: IconName }>> = {
  debug: { word: 'Debug', icon: 'dot' },
  info: { word: 'Info', icon: 'info' },
  warning: { word: 'Warning', icon: 'warning' },
  error: { word: 'Error', icon: 'error' },
};

export const streamLabels: Readonly<Record<Stream, string>> = {
  stderr: 'stderr',
  protocol: 'Protocol',
  notification: 'Notifications',
  event: 'Events',
};
