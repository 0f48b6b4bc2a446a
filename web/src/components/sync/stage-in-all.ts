import type { MatrixCell, MatrixColumn } from '../../../../src/api/contract/matrix.ts';
import { syncAction } from './cell-labels.ts';
import { stageAll, stagedAt } from './staged-cells.ts';

/** One cell with its server and its file. */
export interface Place {
  readonly name: string;
  readonly column: MatrixColumn;
  readonly cell: MatrixCell;
}

/** The cells that are missing or out of sync. */
export function unsynced(places: readonly Place[]): Place[] {
  return places.filter(({ cell }) => syncAction(cell.word) !== undefined);
}

/** Stages all cells that are missing or out of sync; a second time unstages them. */
export function stageInAll(places: readonly Place[]): void {
  const open = unsynced(places);
  const areStaged = open.every(({ column, name, cell }) => stagedAt(column, name) === syncAction(cell.word));
  stageAll(
    open.map(({ column, name, cell }) => ({ column, name, action: areStaged ? undefined : syncAction(cell.word) })),
  );
}
