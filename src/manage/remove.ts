import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/plan.ts';
import { findReferences } from './find-references.ts';
import { parkedEntry, unpark } from './ledger.ts';
import { PlanDraft } from './plan-draft.ts';
import { entryIn } from './put-server.ts';
import { takeServer } from './take-server.ts';
import { nameOf, type Target } from './target.ts';

export interface RemovalOptions {
  /** Go on although permissions, subagents or hooks still name the server. */
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
  for (const target of targets) {
    const document = await draft.open(target);
    if (await entryIn(draft, document, name)) await takeServer(draft, document, name);
    // Switched off by taking it out of the file: then it only has to be forgotten.
    else if (await parkedEntry(draft, document.path, name)) await unpark(draft, document.path, name);
    else throw new PlugboardError('server-missing', { name, file: document.path });
  }
  const references = await findReferences(host, name);
  if (references.length > 0 && !options.evenIfReferenced)
    throw new PlugboardError('server-referenced', { name, references });
  draft.report(...references);
  return draft.plan();
}
