import type { ServerRow } from '../../../../src/api/contract/servers.ts';
import { count } from '../../../../src/model/count.ts';

/** Short additional notes on a row. */
export function explanations({ shadowed = 0, unusable = 0, toolChanges }: ServerRow): string[] {
  return [
    ...(toolChanges ? ['Tools changed since they were accepted'] : []),
    ...(shadowed > 0 ? [count(shadowed, 'shadowed definition')] : []),
    ...(unusable > 0 ? [count(unusable, 'invalid definition')] : []),
  ];
}
