import { count } from '../../../../src/model/count.ts';
import type { ServerCells } from './server-cells.ts';

/** Whether an entry of the server differs. Every page and badge counts servers, not entries. */
export function isOutOfSync({ cells }: Pick<ServerCells, 'cells'>): boolean {
  return cells.some(({ word }) => word === 'differs' || word === 'conflict');
}

export function outOfSyncText(servers: number): string {
  return servers === 0 ? 'Nothing is out of sync' : `${count(servers, 'server')} out of sync`;
}
