import { Hono } from 'hono';
import { z } from 'zod';
import type { Cell } from '../../manage/compare-with-catalog.ts';
import { lastWritten } from '../../manage/last-written.ts';
import { differenceOf, keyOf, matrixOf, type MatrixColumn } from '../../manage/matrix.ts';
import type { Host } from '../../model/host.ts';
import { scopes } from '../../model/scope.ts';
import { readIgnored, setIgnored } from '../../store/ignored-differences.ts';
import type { CellDetail, MatrixAnswer } from '../contract/matrix.ts';
import type { Desk } from '../desk.ts';
import { readBody, readQuery } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { findingView } from '../views/finding.ts';
import { actionsFor, cellView, fieldRows } from '../views/matrix.ts';
import { pathView } from '../views/path.ts';

const place = z.object({ name: z.string(), client: z.string(), scope: z.enum(scopes), variant: z.string().optional() });
const ignoring = place.extend({ ignored: z.boolean() });

type Place = z.infer<typeof place>;

/** `GET /api/matrix`, `GET /api/matrix/cell`, `POST /api/matrix/ignored` */
export function matrixRoutes({ host, events }: Desk): Hono {
  return new Hono()
    .get('/matrix', async (context) => {
      const [{ columns, rows }, ignored] = await Promise.all([matrixOf(host), readIgnored(host)]);
      const answer: MatrixAnswer = {
        columns: columns.map(({ target, path, exists, unreadable }) => ({
          client: target.client.id,
          scope: target.scope,
          clientName: target.client.name,
          file: pathView(path, host),
          exists,
          ...(unreadable && { unreadable: findingView(unreadable, host) }),
        })),
        rows: rows.map(({ name, inCatalog, cells }) => ({
          name,
          inCatalog,
          cells: cells.map((cell, index) => {
            const flaw = columns[index]?.unreadable;
            return flaw ? { word: 'cannot-write', why: findingView(flaw, host).message } : cellView(cell, ignored);
          }),
        })),
      };
      return context.json(answer);
    })
    .get('/matrix/cell', async (context) => {
      const where = readQuery(context, place);
      const { cell, column } = await cellAt(host, where);
      const view = cellView(cell, await readIgnored(host));
      const written = await lastWritten(host, column.target, where.name).catch(() => undefined);
      const { client, scope, variant } = where;
      const answer: CellDetail = {
        ...view,
        name: where.name,
        target: { client, scope, ...(variant !== undefined && { variant }) },
        fields: fieldRows(cell.wanted, cell.present, written),
        losses: cell.losses.map(({ field, action, why }) => ({ field, action, why })),
        actions: actionsFor(view, cell),
      };
      return context.json(answer);
    })
    .post('/matrix/ignored', async (context) => {
      const { ignored, ...where } = await readBody(context, ignoring);
      const { cell } = await cellAt(host, where);
      await setIgnored(host, differenceOf(cell), ignored);
      events.publish({ type: 'config.changed', files: [], by: 'page' });
      return context.json({});
    });
}

async function cellAt(host: Host, { name, client, scope }: Place): Promise<{ cell: Cell; column: MatrixColumn }> {
  const { columns, rows } = await matrixOf(host, [name]);
  const index = columns.findIndex(({ target }) => keyOf(target) === `${client}:${scope}`);
  const [column, cell] = [columns[index], rows[0]?.cells[index]];
  if (column && cell) return { cell, column };
  throw new Refusal(404, { code: 'server-unknown', message: `There is no ${name} to compare in ${client}:${scope}.` });
}
