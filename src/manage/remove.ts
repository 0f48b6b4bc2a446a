import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/write/plan.ts';
import { findReferences } from './find-references.ts';
import { unpark } from './ledger/ledger.ts';
import { bringBack } from './ledger/parking.ts';
import { PlanDraft } from './plan/plan-draft.ts';
import { entryIn } from './plan/put-server.ts';
import { removeServer } from './plan/remove-server.ts';
import { nameOf, type Target } from './plan/target.ts';

export interface RemovalOptions {
  /** Proceed although permissions, subagents or hooks still refer to the server. */
  readonly evenIfReferenced?: boolean;
}

/** Plans to remove a server from every target. */
export async function remove(
  host: Host,
  name: string,
  targets: readonly Target[],
  options: RemovalOptions = {},
): Promise<Plan> {
  const draft = new PlanDraft(host, `remove ${name} from ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) await removeFrom(draft, name, target);
  const references = await findReferences(host, name);
  if (references.length > 0 && !options.evenIfReferenced)
    throw new PlugboardError('server-referenced', { name, references });
  draft.report(...references);
  return draft.plan();
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
