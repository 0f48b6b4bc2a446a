import type { RouteLocationRaw } from 'vue-router';
import type { Overview } from '../../../../src/api/contract/overview.ts';
import type { StatusName } from '../../../../src/api/contract/servers.ts';
import type { IconName } from '../../components/icons.ts';
import { statusWords } from '../../components/status-words.ts';

export interface Figure {
  readonly number: number;
  readonly words: string;
  readonly icon: IconName;
  readonly tone: string;
  readonly to: RouteLocationRaw;
}

/** Statuses that are worth a figure, in the order in which somebody should look at them. */
const shown: readonly StatusName[] = ['connected', 'failed', 'needs-sign-in', 'needs-approval', 'not-checked', 'off'];

/** What there is to count; zeros only where a zero says something. */
export function figuresOf(overview: Overview): Figure[] {
  const { servers, clients, statuses, differing } = overview;
  const byStatus = shown
    .filter((status) => (statuses[status] ?? 0) > 0)
    .map((status) => {
      const { word, icon, tone } = statusWords[status];
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
            words: differing === 1 ? 'cell differs' : 'cells differ',
            icon: 'differs' as const,
            tone: 'warn',
            to: '/matrix',
          },
        ]
      : []),
  ];
}
