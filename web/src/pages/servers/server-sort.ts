import type { StatusName } from '../../../../src/api/contract/servers.ts';
import { compareNames } from '../../../../src/model/server-name.ts';
import type { IndexedRow } from './server-filter.ts';

export const sortKeys = ['name', 'status', 'clients', 'tools', 'tokens'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface SortOrder {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Statuses that need attention come first. */
const urgency: Readonly<Record<StatusName, number>> = {
  failed: 0,
  'needs-sign-in': 1,
  'needs-approval': 2,
  denied: 3,
  starting: 4,
  connected: 5,
  'not-checked': 6,
  off: 7,
};

const keyOf: Readonly<Record<SortKey, (row: IndexedRow) => number | string | undefined>> = {
  name: ({ row }) => row.name,
  status: ({ row }) => urgency[row.status.name],
  tools: ({ row }) => row.tools?.total,
  tokens: ({ row }) => row.tokens,
  clients: ({ clients }) => clients.length,
};

/** Sorts rows; unknown values come last in both directions, and names break ties. */
export function sortRows(rows: readonly IndexedRow[], { key, descending }: SortOrder): IndexedRow[] {
  const read = keyOf[key];
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === undefined || right === undefined) {
      if (left !== right) return left === undefined ? 1 : -1;
    } else if (left !== right) return sign * compare(left, right);
    return compareNames(a.row.name, b.row.name);
  });
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));
}

/** A second click on a header reverses the order; counts start with the largest. */
export function nextOrder(order: SortOrder, key: SortKey): SortOrder {
  if (order.key === key) return { key, descending: !order.descending };
  return { key, descending: key === 'tools' || key === 'tokens' || key === 'clients' };
}
