import { computed, shallowRef } from 'vue';
import type { MatrixColumn } from '../../../../src/api/contract/matrix.ts';
import type { StagedCell } from '../../../../src/api/contract/plans.ts';
import { actionLabels, type StagedAction } from './cell-labels.ts';

interface Staged {
  readonly cell: StagedCell;
  readonly file: string;
  readonly clientName: string;
}

/** Changes staged but not written yet, the same on all pages. */
const staged = shallowRef<ReadonlyMap<string, Staged>>(new Map());

export const stagedCells = computed(() => Array.from(staged.value.values(), ({ cell }) => cell));

/** The number of files to write. */
export const stagedFiles = computed(() => new Set(Array.from(staged.value.values(), ({ file }) => file)).size);

/** One phrase for each change. */
export const stagedWords = computed(() =>
  Array.from(staged.value.values(), ({ cell, clientName }) => actionLabels[cell.action].summary(cell.name, clientName)),
);

export function stagedAt(column: MatrixColumn, name: string): StagedAction | undefined {
  return staged.value.get(keyOf(column, name))?.cell.action;
}

/** Without an action, unstages the cell. */
export function stage(column: MatrixColumn, name: string, action: StagedAction | undefined): void {
  stageAll([{ column, name, action }]);
}

export function stageAll(
  cells: readonly { column: MatrixColumn; name: string; action: StagedAction | undefined }[],
): void {
  const next = new Map(staged.value);
  for (const { column, name, action } of cells) {
    const { client, scope, variant, file, catalog, clientName } = column;
    const cell = action && { name, action, client, scope, ...(variant !== undefined && { variant }) };
    const { path } = action === 'pull' || action === 'keep' ? catalog : file;
    if (cell) next.set(keyOf(column, name), { cell, file: path, clientName });
    else next.delete(keyOf(column, name));
  }
  staged.value = next;
}

export function unstageAll(): void {
  staged.value = new Map();
}

function keyOf({ client, scope, variant = '' }: MatrixColumn, name: string): string {
  return JSON.stringify([client, scope, variant, name]);
}
