import { Hono } from 'hono';
import * as z from 'zod';
import type { Cell } from '../../manage/compare/compare-with-catalog.ts';
import { differenceOf, keyOf, type Matrix, type MatrixColumn } from '../../manage/compare/matrix.ts';
import { lastWritten } from '../../manage/ledger/last-written.ts';
import type { Host } from '../../model/host.ts';
import { scopes } from '../../model/scope.ts';
import { readIgnored, setIgnored } from '../../store/state/ignored-differences.ts';
import type { ApiContext } from '../api-context.ts';
import type { CellDetail } from '../contract/matrix.ts';
import { HttpError } from '../http-error.ts';
import { readBody, readQuery } from '../read-body.ts';
import { type Machine, machineOf } from '../views/machine.ts';
import { comparedCells, comparedOf, matrixAnswer } from '../views/matrix-answer.ts';
import { actionsFor, cellView, fieldRows } from '../views/matrix.ts';
import { referenceOf } from '../views/reference.ts';
import { clientName } from '../views/servers/entry-view.ts';

const place = z.object({ name: z.string(), client: z.string(), scope: z.enum(scopes), variant: z.string().optional() });
const ignoring = place.extend({ ignored: z.boolean() });

type Place = z.infer<typeof place>;

/** `GET /api/matrix`, `GET /api/matrix/cell`, `POST /api/matrix/ignored` */
export function matrixRoutes(api: ApiContext): Hono {
  const { host, events } = api;
  const compared = comparedOf(api);
  return new Hono()
    .get('/matrix', async (context) => {
      const [matrix, machine, ignored] = await Promise.all([compared(), machineOf(api)(), readIgnored(host)]);
      return context.json(matrixAnswer(matrix, machine, ignored, host));
    })
    .get('/matrix/cell', async (context) => {
      const where = readQuery(context, place);
      const [matrix, machine] = await Promise.all([compared(), machineOf(api)()]);
      const { cell, column, reference } = cellAt(matrix, where, machine, host);
      const view = cellView(cell, await readIgnored(host));
      const written = cell.sync?.base ?? (await lastWritten(host, column.target, where.name).catch(() => undefined));
      const { client, scope, variant } = where;
      const answer: CellDetail = {
        ...view,
        name: where.name,
        target: { client, scope, ...(variant !== undefined && { variant }) },
        ...(reference !== undefined && { reference }),
        fields: fieldRows(cell.wanted, cell.present, written, cell.sync),
        isSynced: cell.sync?.base !== undefined,
        losses: cell.losses.map(({ field, action, why }) => ({ field, action, why })),
        actions: actionsFor(view, cell),
      };
      return context.json(answer);
    })
    .post('/matrix/ignored', async (context) => {
      const { ignored, ...where } = await readBody(context, ignoring);
      const [matrix, machine] = await Promise.all([compared(), machineOf(api)()]);
      const { cell } = cellAt(matrix, where, machine, host);
      await setIgnored(host, differenceOf(cell), ignored);
      events.publish({ type: 'config.changed', files: [], by: 'page' });
      return context.json({});
    });
}

interface Found {
  readonly cell: Cell;
  readonly column: MatrixColumn;
  /** The client whose definition is compared if the catalog has none. */
  readonly reference?: string;
}

function cellAt({ columns, rows }: Matrix, { name, client, scope }: Place, machine: Machine, host: Host): Found {
  const index = columns.findIndex(({ target }) => keyOf(target) === `${client}:${scope}`);
  const row = rows.find((one) => one.name === name);
  const [column, cell] = [columns[index], row && comparedCells(row, machine, host)[index]];
  if (row && column && cell) {
    const reference = referenceOf(row, machine);
    return { cell, column, ...(reference && { reference: clientName(reference.client) }) };
  }
  throw new HttpError(404, {
    code: 'server-unknown',
    message: `"${name}" is neither in the catalog nor in ${client}:${scope}.`,
  });
}
