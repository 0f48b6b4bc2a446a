import type { Cell } from '../../manage/compare/compare-with-catalog.ts';
import { type Matrix, type MatrixRow as ComparedRow, matrixOf } from '../../manage/compare/matrix.ts';
import type { Host } from '../../model/host.ts';
import type { CellWord, MatrixAnswer, MatrixRow } from '../contract/matrix.ts';
import { perContext } from '../per-context.ts';
import { cachedRead } from './cached-read.ts';
import { findingView } from './finding.ts';
import type { Machine } from './machine.ts';
import { cellView } from './matrix.ts';
import { pathView } from './path.ts';
import { differsFrom, referenceOf } from './reference.ts';

/** Every server compared with every file, again when a file changes. Contains secrets. */
export const comparedOf = perContext(({ host }) => cachedRead(host, async (noting) => matrixOf(noting)));

const words: readonly CellWord[] = ['same', 'differs', 'off', 'not-there', 'only-here', 'cannot-write', 'ignored'];

/** The whole matrix, each cell as a number. */
export function matrixAnswer(
  { columns, rows }: Matrix,
  machine: Machine,
  ignored: ReadonlySet<string>,
  host: Host,
): MatrixAnswer {
  const unreadable = columns.map((column) => column.unreadable && findingView(column.unreadable, host));
  return {
    columns: columns.map(({ target, path, exists }, at) => ({
      client: target.client.id,
      scope: target.scope,
      clientName: target.client.name,
      file: pathView(path, host),
      exists,
      ...(unreadable[at] && { unreadable: unreadable[at] }),
    })),
    words,
    rows: rows.map((row): MatrixRow => {
      const why: Record<number, string> = {};
      const numbers = comparedCells(row, machine, host).map((cell, at) => {
        const flaw = unreadable[at];
        const view = flaw ? { word: 'cannot-write' as const, why: flaw.message } : cellView(cell, ignored);
        if (view.why !== undefined) why[at] = view.why;
        return words.indexOf(view.word);
      });
      const { name, inCatalog } = row;
      return { name, inCatalog, cells: numbers, ...(Object.keys(why).length > 0 && { why }) };
    }),
  };
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

/** The number of cells out of sync: the badge of the page and the page itself count with this. */
export function outOfSync({ rows, words: known }: Pick<MatrixAnswer, 'rows' | 'words'>): number {
  const differs = known.indexOf('differs');
  return rows.reduce((sum, { cells }) => sum + cells.filter((cell) => cell === differs).length, 0);
}
