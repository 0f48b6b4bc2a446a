import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/write/plan.ts';
import { unpark } from './ledger/ledger.ts';
import { bringBack } from './ledger/parking.ts';
import { inSteps } from './plan/in-steps.ts';
import { PlanDraft } from './plan/plan-draft.ts';
import { entryIn } from './plan/put-server.ts';
import { removeServer } from './plan/remove-server.ts';
import { nameOf, type Target } from './plan/target.ts';
import { changeReferences } from './references/change-references.ts';

export interface RemovalOptions {
  /** Proceed although permissions, subagents or hooks still refer to the server. */
  readonly evenIfReferenced?: boolean;
  /** Remove these references too, or only those in the files with these paths. */
  readonly references?: boolean | readonly string[];
}

/** Plans to remove a server from every target. */
export async function remove(
  host: Host,
  name: string,
  targets: readonly Target[],
  options: RemovalOptions = {},
): Promise<Plan> {
  const title = `remove ${name} from ${targets.map(nameOf).join(', ')}`;
  const plan = await inSteps(host, title, [
    async (now) => {
      const draft = new PlanDraft(now, title);
      for (const target of targets) await removeFrom(draft, name, target);
      return draft.plan();
    },
    async (now) => changeReferences(now, { name, change: options.references ?? false }),
  ]);
  const references = plan.diagnostics.filter(({ code }) => code === 'server-referenced');
  if (references.length > 0 && !options.evenIfReferenced)
    throw new PlugboardError('server-referenced', { name, references });
  return plan;
}

async function removeFrom(draft: PlanDraft, name: string, target: Target): Promise<void> {
  const opened = await draft.open(target);
  const present = await entryIn(draft, opened, name);
  // A parked server is restored first, so that what we created for it is removed too.
  const document = present ? opened : await bringBack(draft, opened, name);
  if (present || (await entryIn(draft, document, name))) {
    await removeServer(draft, document, name);
    await unpark(draft, document, name);
  } else if (!draft.handled(document, name)) throw new PlugboardError('server-missing', { name, file: document.path });
}
