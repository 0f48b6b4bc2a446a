import * as z from 'zod';
import { catalogFor } from '../../manage/compare/matrix.ts';
import { copy } from '../../manage/copy.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { titleOf, type Target } from '../../manage/plan/target.ts';
import { remove } from '../../manage/remove.ts';
import { setEnabled } from '../../manage/set-enabled.ts';
import { settleCells, type Settled, type Settlement } from '../../manage/sync/settle.ts';
import type { SyncCell } from '../../manage/sync/sync-cell.ts';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { StagedCell } from '../contract/plans.ts';
import { HttpError } from '../http-error.ts';
import { machineOf } from '../views/machine.ts';
import { chosenPlace } from './chosen-place.ts';
import { name, target, tooMany } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom } from './targets.ts';

type Step = (host: Host, name: string, client: Target, catalog: Target) => Promise<Plan>;

const overwrite = { conflict: 'overwrite' } as const;

/** For what is not kept in sync; the rest is settled by the sync, which remembers what it wrote. */
const steps: Readonly<Record<StagedCell['action'], Step>> = {
  push: (host, server, client, catalog) => copy(host, server, catalog, [client], overwrite),
  pull: (host, server, client, catalog) => copy(host, server, client, [catalog], overwrite),
  keep: (_, server, client) => {
    const message = `"${server}" is not kept in sync with ${titleOf([client])}, so it has nothing of its own to keep.`;
    throw new HttpError(400, { code: 'usage', field: 'cells', message });
  },
  // Remaining references are shown with the plan; the user decides.
  remove: (host, server, client) => remove(host, server, [client], { evenIfReferenced: true }),
  off: (host, server, client) => setEnabled(host, server, false, [client]),
  on: (host, server, client) => setEnabled(host, server, true, [client]),
};

const decisions: Readonly<Partial<Record<StagedCell['action'], Settlement['decision']>>> = {
  push: 'mine',
  pull: 'theirs',
  keep: 'keep',
};

const titles: Readonly<Record<StagedCell['action'], (server: string, client: string) => string>> = {
  push: (server, client) => `write ${server} to ${client}`,
  pull: (server, client) => `import ${server} from ${client}`,
  keep: (server, client) => `keep ${server} of ${client} as its own`,
  remove: (server, client) => `remove ${server} from ${client}`,
  off: (server, client) => `disable ${server} in ${client}`,
  on: (server, client) => `enable ${server} in ${client}`,
};

const MOST_CELLS = 1000;

const cell: z.ZodType<StagedCell> = z.intersection(
  target,
  z.object({ name, action: z.enum(['push', 'pull', 'keep', 'remove', 'off', 'on']) }),
);

/** All staged cells of the matrix as one change, which one undo reverts. */
export const syncCells: OperationKind<OperationOf<'sync'>> = {
  schema: z.object({
    kind: z.literal('sync'),
    cells: z.array(cell).min(1, 'stage at least one cell').max(MOST_CELLS, tooMany(MOST_CELLS)),
  }),
  async build({ cells }, api) {
    const { host } = api;
    const planned = await sidesOf(cells, api);
    const [only] = planned;
    const title =
      planned.length === 1 && only
        ? titles[only.action](only.name, titleOf([only.client]))
        : `sync ${count(planned.length, 'cell')} of the matrix`;
    const settlements = planned.flatMap(settlementOf);
    const { others, clashes } = settlements.length > 0 ? await settleCells(host, settlements) : nothingSettled;
    if (clashes.length > 0) throw clashOf(clashes);
    const settled = settlements.filter((one) => !others.has(one));
    const isSettled = (side: Sides): boolean => settled.some((one) => one.side === side);
    return inSteps(host, title, [
      ...(settled.length > 0 ? [async (on: Host) => (await settleCells(on, settled)).plan] : []),
      ...planned
        .filter((side) => !isSettled(side))
        .map((one) => async (on: Host) => steps[one.action](on, one.name, one.client, one.catalog)),
    ]);
  },
  async narrow({ kind, cells }, paths, api) {
    const { host } = api;
    const draft = new PlanDraft(host, '');
    const kept: StagedCell[] = [];
    for (const [index, { action, client, catalog }] of (await sidesOf(cells, api)).entries()) {
      const { path } = await draft.open(action === 'pull' || action === 'keep' ? catalog : client);
      const staged = cells[index];
      if (staged && paths.includes(path)) kept.push(staged);
    }
    return { kind, cells: kept };
  },
};

interface Sides extends Pick<StagedCell, 'name' | 'action'> {
  readonly client: Target;
  /** For `push`, the file that has the definition: the catalog, or that of another client. */
  readonly catalog: Target;
}

async function sidesOf(cells: readonly StagedCell[], api: ApiContext): Promise<Sides[]> {
  return Promise.all(
    cells.map(async (staged) => {
      const client = targetFrom(staged);
      const { name: server, action } = staged;
      const catalog = await catalogFor(api.host, client.scope);
      const source = action === 'push' ? await pushedFrom(server, catalog, api) : catalog;
      return { name: server, action, client, catalog: source };
    }),
  );
}

function settlementOf(side: Sides): (Settlement & { readonly side: Sides })[] {
  const decision = decisions[side.action];
  return decision ? [{ name: side.name, target: side.client, decision, side }] : [];
}

const nothingSettled: Pick<Settled, 'others' | 'clashes'> = { others: new Set(), clashes: [] };

/** Two clients cannot both decide about one field of the catalog. */
function clashOf(clashes: readonly SyncCell[]): HttpError {
  const [{ name: server }] = clashes as [SyncCell];
  const places = titleOf(clashes.filter((one) => one.name === server).map((one) => one.target));
  return new HttpError(400, {
    code: 'sync-conflict',
    field: 'cells',
    message: `The values of "${server}" in ${places} differ, so only one of them can be imported into the catalog.`,
    hint: 'Import one of them, and write the others from the catalog or keep them for their client.',
  });
}

/** The catalog if it defines the server, else the file of the active definition. */
async function pushedFrom(server: string, catalog: Target, api: ApiContext): Promise<Target> {
  const { names } = await machineOf(api)();
  const isThere = ({ client, scope }: ListedServer): boolean => client === catalogId && scope === catalog.scope;
  return names.get(server)?.some(isThere) ? catalog : targetFrom(await chosenPlace(server, api));
}
