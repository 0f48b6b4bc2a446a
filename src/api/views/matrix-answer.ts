import { type Matrix, matrixOf } from '../../manage/compare/matrix.ts';
import type { Host } from '../../model/host.ts';
import type { CellWord, MatrixAnswer, MatrixRow } from '../contract/matrix.ts';
import { perContext } from '../per-context.ts';
import { cachedRead } from './cached-read.ts';
import { cellView } from './matrix.ts';
import { findingView, pathView } from './words.ts';

/** Every server compared with every file, again when a file changes. Contains secrets. */
export const comparedOf = perContext(({ host }) => cachedRead(host, async (noting) => matrixOf(noting)));

const words: readonly CellWord[] = ['same', 'differs', 'off', 'not-there', 'only-here', 'cannot-write', 'ignored'];

/** The whole matrix, each cell as a number. */
export function matrixAnswer({ columns, rows }: Matrix, ignored: ReadonlySet<string>, host: Host): MatrixAnswer {
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
    rows: rows.map(({ name, inCatalog, cells }): MatrixRow => {
      const why: Record<number, string> = {};
      const numbers = cells.map((cell, at) => {
        const flaw = unreadable[at];
        const view = flaw ? { word: 'cannot-write' as const, why: flaw.message } : cellView(cell, ignored);
        if (view.why !== undefined) why[at] = view.why;
        return words.indexOf(view.word);
      });
      return { name, inCatalog, cells: numbers, ...(Object.keys(why).length > 0 && { why }) };
    }),
  };
}
