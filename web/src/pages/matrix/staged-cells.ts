import { computed, ref, type ComputedRef } from 'vue';
import type { MatrixColumn } from '../../../../src/api/contract/matrix.ts';
import type { StagedCell } from '../../../../src/api/contract/plans.ts';
import type { StagedAction } from './cell-labels.ts';

export interface StagedCells {
  readonly cells: ComputedRef<readonly StagedCell[]>;
  /** The number of affected files. */
  readonly files: ComputedRef<number>;
  readonly actionAt: (column: MatrixColumn, name: string) => StagedAction | undefined;
  /** Staging the same action again unstages it. */
  readonly stage: (column: MatrixColumn, name: string, action: StagedAction) => void;
  readonly unstage: (column: MatrixColumn, name: string) => void;
  readonly clear: () => void;
}

interface Staged {
  readonly cell: StagedCell;
  readonly file: string;
}

/** Actions staged in the matrix but not written yet. */
export function useStagedCells(): StagedCells {
  const staged = ref<ReadonlyMap<string, Staged>>(new Map());
  const change = (edit: (map: Map<string, Staged>) => void): void => {
    const next = new Map(staged.value);
    edit(next);
    staged.value = next;
  };
  return {
    cells: computed(() => Array.from(staged.value.values(), ({ cell }) => cell)),
    files: computed(() => new Set(Array.from(staged.value.values(), ({ file }) => file)).size),
    actionAt: (column, name) => staged.value.get(keyOf(column, name))?.cell.action,
    stage(column, name, action) {
      const key = keyOf(column, name);
      const isThere = staged.value.get(key)?.cell.action === action;
      const { client, scope, variant, file } = column;
      const cell = { name, action, client, scope, ...(variant !== undefined && { variant }) };
      change((map) => (isThere ? map.delete(key) : map.set(key, { cell, file: file.path })));
    },
    unstage: (column, name) => change((map) => map.delete(keyOf(column, name))),
    clear: () => change((map) => map.clear()),
  };
}

function keyOf({ client, scope, variant = '' }: MatrixColumn, name: string): string {
  return JSON.stringify([client, scope, variant, name]);
}
