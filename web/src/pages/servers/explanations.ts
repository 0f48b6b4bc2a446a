import type { ServerRow } from '../../../../src/api/contract/servers.ts';
import { count } from '../../../../src/model/count.ts';
import type { ServerCells } from '../../components/sync/server-cells.ts';

/** Short additional notes on a row. */
export function explanations(
  { shadowed = 0, unusable = 0, toolChanges }: ServerRow,
  cells: ServerCells | undefined,
): string[] {
  const differing = cells?.cells.filter(({ word }) => word === 'differs' || word === 'conflict').length ?? 0;
  return [
    ...(toolChanges ? ['Tools changed since they were accepted'] : []),
    ...(shadowed > 0 ? [count(shadowed, 'shadowed definition')] : []),
    ...(unusable > 0 ? [count(unusable, 'invalid definition')] : []),
    ...(differing > 0 ? [`Out of sync in ${count(differing, 'client')}`] : []),
  ];
}
