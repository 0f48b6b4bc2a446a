import type { RouteLocationRaw } from 'vue-router';
import type { Overview } from '../../../../src/api/contract/overview.ts';
import type { StatusName } from '../../../../src/api/contract/servers.ts';
import type { IconName } from '../../components/icons.ts';
import { statusLabels } from '../../components/status-labels.ts';

export interface Figure {
  readonly number: number;
  readonly words: string;
  readonly icon: IconName;
  readonly tone: string;
  readonly to: RouteLocationRaw;
}

/** Statuses with a tile, most urgent first. */
const shown: readonly StatusName[] = ['connected', 'failed', 'needs-sign-in', 'needs-approval', 'not-checked', 'off'];

/** The tiles; zeros are shown only where they are meaningful. */
export function figuresOf(overview: Overview): Figure[] {
  const { servers, clients, statuses, differing } = overview;
  const byStatus = shown
    .filter((status) => (statuses[status] ?? 0) > 0)
    .map((status) => {
      const { word, icon, tone } = statusLabels[status];
      const to = status === 'needs-approval' ? '/approvals' : { path: '/servers', query: { status } };
      return { number: statuses[status] ?? 0, words: word.toLowerCase(), icon, tone, to };
    });
  return [
    { number: servers, words: servers === 1 ? 'server' : 'servers', icon: 'servers', tone: 'plain', to: '/servers' },
    {
      number: clients.length,
      words: clients.length === 1 ? 'client' : 'clients',
      icon: 'clients',
      tone: 'plain',
      to: '/clients',
    },
    ...byStatus,
    ...(differing > 0
      ? [
          {
            number: differing,
            words: differing === 1 ? 'cell out of sync' : 'cells out of sync',
            icon: 'differs' as const,
            tone: 'warn',
            to: '/matrix',
          },
        ]
      : []),
  ];
}
