import type { ToolHint } from '../../../src/api/contract/servers.ts';
import type { IconName } from './icons.ts';

interface HintLabel {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'plain' | 'bad';
}

/** The label, icon and tone of each hint that a server declares for a tool. */
export const hintLabels: Readonly<Record<ToolHint, HintLabel>> = {
  'read-only': { word: 'Read-only', icon: 'eye', tone: 'plain' },
  destructive: { word: 'Destructive', icon: 'warning', tone: 'bad' },
  idempotent: { word: 'Idempotent', icon: 'refresh', tone: 'plain' },
  'open-world': { word: 'Open world', icon: 'remote', tone: 'plain' },
};
