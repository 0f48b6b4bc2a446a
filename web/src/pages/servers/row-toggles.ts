import type { CellWord, MatrixColumn } from '../../../../src/api/contract/matrix.ts';
import {
  actionLabels,
  canToggle,
  cellLabels,
  nextAction,
  type StagedAction,
} from '../../components/sync/cell-labels.ts';
import type { ServerCells } from '../../components/sync/server-cells.ts';
import { stageInAll, unsynced } from '../../components/sync/stage-in-all.ts';
import { stage, stagedAt } from '../../components/sync/staged-cells.ts';

/** One client of a server, as a toggle in its row. */
export interface RowToggle {
  readonly mark: string;
  readonly look: 'on' | 'differs' | 'off' | 'none' | 'cannot' | 'ignored';
  readonly label: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly isStaged: boolean;
  readonly canToggle: boolean;
}

const looks: Readonly<Record<CellWord, RowToggle['look']>> = {
  same: 'on',
  'only-here': 'on',
  differs: 'differs',
  conflict: 'differs',
  off: 'off',
  'not-there': 'none',
  'cannot-write': 'cannot',
  ignored: 'ignored',
};

const stagedLooks: Readonly<Record<StagedAction, RowToggle['look']>> = {
  push: 'on',
  on: 'on',
  pull: 'on',
  keep: 'on',
  off: 'off',
  remove: 'none',
};

export function togglesOf(
  { name, cells }: ServerCells,
  columns: readonly MatrixColumn[],
  marks: readonly string[],
): RowToggle[] {
  return columns.map((column, at) => {
    const { word, why } = cells[at] ?? { word: 'not-there' };
    const action = stagedAt(column, name);
    const look = action ? stagedLooks[action] : looks[word];
    const state = action ? actionLabels[action].staged : cellLabels[word].word;
    const place = `${column.clientName}, ${column.scope}`;
    return {
      mark: `${marks[at] ?? ''}${column.scope === 'user' ? '' : '·'}`,
      look,
      label: `${name} in ${place}: ${state}`,
      title: [`${place}: ${state}`, why].filter(Boolean).join('\n'),
      isOn: look === 'on' || look === 'differs' || look === 'ignored',
      isStaged: action !== undefined,
      canToggle: canToggle(word),
    };
  });
}

/** Stages the next action of a toggle. */
export function toggleAt({ name, cells }: ServerCells, columns: readonly MatrixColumn[], at: number): void {
  const column = columns[at];
  const word = cells[at]?.word ?? 'not-there';
  if (column && canToggle(word)) stage(column, name, nextAction(word, stagedAt(column, name)));
}

/** Whether all clients have the server, all will have it, or some do not. */
export function inEveryClient(row: ServerCells, columns: readonly MatrixColumn[]): 'all' | 'staged' | 'some' {
  const open = unsynced(placesOf(row, columns));
  if (open.length === 0) return 'all';
  return open.every(({ column }) => stagedAt(column, row.name) !== undefined) ? 'staged' : 'some';
}

export function toggleEverywhere(row: ServerCells, columns: readonly MatrixColumn[]): void {
  stageInAll(placesOf(row, columns));
}

/** The files of the user; those of a project are shared with others, so they are chosen one by one. */
function placesOf({ name, cells }: ServerCells, columns: readonly MatrixColumn[]): Parameters<typeof stageInAll>[0] {
  return columns.flatMap((column, at) => {
    const cell = cells[at];
    return cell && column.scope === 'user' ? [{ name, column, cell }] : [];
  });
}
