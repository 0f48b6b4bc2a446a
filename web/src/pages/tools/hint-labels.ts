import type { ToolHint } from '../../../../src/api/contract/servers.ts';
import type { IconName } from '../../components/icons.ts';

export const hintLabels: Readonly<
  Record<ToolHint, { readonly word: string; readonly icon: IconName; readonly tone: 'plain' | 'bad' }>
> = {
  'read-only': { word: 'Read-only', icon: 'eye', tone: 'plain' },
  destructive: { word: 'Destructive', icon: 'warning', tone: 'bad' },
  idempotent: { word: 'Idempotent', icon: 'refresh', tone: 'plain' },
  'open-world': { word: 'Open world', icon: 'remote', tone: 'plain' },
};
