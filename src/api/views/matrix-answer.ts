import type { Cell } from '../../manage/compare/compare-with-catalog.ts';
import {
  type Matrix,
  type MatrixColumn,
  type MatrixRow as ComparedRow,
  matrixOf,
} from '../../manage/compare/matrix.ts';
import type { Host } from '../../model/host.ts';
import type { IssueView } from '../contract/common.ts';
import type { CellWord, MatrixAnswer, MatrixRow } from '../contract/matrix.ts';
import { perContext } from '../per-context.ts';
import { cachedRead } from './cached-read.ts';
import type { Machine } from './machine.ts';
import { cellView } from './matrix.ts';
import { differsFrom, referenceOf } from './reference.ts';
import { issueView, pathView } from './words.ts';

/** Every server compared with every file, again when a file changes. Contains secrets. */
export const comparedOf = perContext(({ host }) => cachedRead(host, async (noting) => matrixOf(noting)));

const words: readonly CellWord[] = [
  'same',
  'differs',
  'conflict',
  'off',
  'not-there',
  'only-here',
  'cannot-write',
  'ignored',
];

/** The whole matrix, each cell as a number. */
export function matrixAnswer(
  { columns, rows }: Matrix,
  machine: Machine,
  ignored: ReadonlySet<string>,
  host: Host,
): MatrixAnswer {
  const unreadable = columns.map((column) => column.unreadable && issueView(column.unreadable, host));
  const shown = onePerFile(columns);
  return {
    columns: shown.flatMap((at) => columnView(columns, at, unreadable[at], host)),
    words,
    rows: rows.map((row): MatrixRow => {
      const why: Record<number, string> = {};
      const keepable: number[] = [];
      const compared = comparedCells(row, machine, host);
      const numbers = shown.map((at, index) => {
        const [unread, cell] = [unreadable[at], compared[at] as Cell];
        const view = unread ? { word: 'cannot-write' as const, why: unread.message } : cellView(cell, ignored);
        if (view.why !== undefined) why[index] = view.why;
        if (view.canKeep) keepable.push(index);
        return words.indexOf(view.word);
      });
      const { name, inCatalog } = row;
      return {
        name,
        inCatalog,
        cells: numbers,
        ...(Object.keys(why).length > 0 && { why }),
        ...(keepable.length > 0 && { keepable }),
      };
    }),
  };
}

/** Several clients may read the same file; the one with most files here represents them. */
function onePerFile(columns: readonly MatrixColumn[]): number[] {
  const filesOf = (id: string): number => columns.filter(({ target }) => target.client.id === id).length;
  const kept = new Map<string, number>();
  for (const [at, { path, target }] of columns.entries()) {
    const before = columns[kept.get(path) ?? -1];
    if (!before || filesOf(target.client.id) > filesOf(before.target.client.id)) kept.set(path, at);
  }
  return [...kept.values()].toSorted((a, b) => a - b);
}

function columnView(
  columns: readonly MatrixColumn[],
  at: number,
  unreadable: IssueView | undefined,
  host: Host,
): MatrixAnswer['columns'] {
  const column = columns[at];
  if (!column) return [];
  const { target, path, catalogPath, exists } = column;
  const readers = columns.filter((one) => one !== column && one.path === path).map((one) => one.target.client.name);
  return [
    {
      client: target.client.id,
      scope: target.scope,
      clientName: target.client.name,
      file: pathView(path, host),
      catalog: pathView(catalogPath, host),
      exists,
      ...(readers.length > 0 && { readers }),
      ...(unreadable && { unreadable }),
    },
  ];
}

/** The cells of a server; without one in the catalog they are compared with the definition that Plugboard would start. */
export function comparedCells(row: ComparedRow, machine: Machine, host: Host): readonly Cell[] {
  const reference = referenceOf(row, machine);
  if (!reference) return row.cells;
  return row.cells.map((cell): Cell => {
    const isReference = reference.client === cell.client && reference.scope === cell.scope;
    if (isReference || cell.state === 'unwritable') return cell;
    const compared = { ...cell, wanted: reference.server };
    return cell.state === 'only-there' && differsFrom(reference, cell, host)
      ? { ...compared, state: 'differs' }
      : compared;
  });
}

/** The number of servers with an entry that is out of sync, for the badge of the page. */
export function outOfSync({ rows, words: known }: Pick<MatrixAnswer, 'rows' | 'words'>): number {
  const differing = new Set((['differs', 'conflict'] as const).map((word) => known.indexOf(word)));
  return rows.filter(({ cells }) => cells.some((cell) => differing.has(cell))).length;
}
