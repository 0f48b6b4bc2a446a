import { copy } from '../../manage/copy.ts';
import { inSteps } from '../../manage/in-steps.ts';
import { catalogFor } from '../../manage/matrix.ts';
import { remove } from '../../manage/remove.ts';
import { setEnabled } from '../../manage/set-enabled.ts';
import { nameOf, type Target } from '../../manage/target.ts';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/plan.ts';
import type { StagedCell } from '../contract/plans.ts';
import { targetFrom } from './targets.ts';

type Step = (host: Host, name: string, client: Target, catalog: Target) => Promise<Plan>;

const overwrite = { conflict: 'overwrite' } as const;

const steps: Readonly<Record<StagedCell['action'], Step>> = {
  push: (host, name, client, catalog) => copy(host, name, catalog, [client], overwrite),
  pull: (host, name, client, catalog) => copy(host, name, client, [catalog], overwrite),
  // What still names it is shown with the plan; it is the person who decides.
  remove: (host, name, client) => remove(host, name, [client], { evenIfReferenced: true }),
  off: (host, name, client) => setEnabled(host, name, false, [client]),
  on: (host, name, client) => setEnabled(host, name, true, [client]),
};

/** Everything that was staged in the matrix as one change, which one undo takes back. */
export async function planSync(host: Host, cells: readonly StagedCell[]): Promise<Plan> {
  const planned = await Promise.all(
    cells.map(async (cell) => {
      const target = targetFrom(cell);
      return { ...cell, target, catalog: await catalogFor(host, target.scope) };
    }),
  );
  const [only] = planned;
  const title =
    planned.length === 1 && only
      ? `${only.action} ${only.name}: ${nameOf(only.catalog)} and ${nameOf(only.target)}`
      : `bring ${count(planned.length, 'cell')} of the matrix in step`;
  return inSteps(
    host,
    title,
    planned.map(
      ({ action, name, target, catalog }) =>
        (on) =>
          steps[action](on, name, target, catalog),
    ),
  );
}
