import { renameEntry } from '../clients/edit-entry.ts';
import { switchesOf } from '../clients/switches.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/plan.ts';
import { checkNew } from './add.ts';
import { PlanDraft } from './plan-draft.ts';
import { entryIn, putServer } from './put-server.ts';
import { isOffElsewhere, switchElsewhere } from './switch-elsewhere.ts';
import { nameOf, type Target } from './target.ts';

/** Plans to give a server another name; its place, comments and spelling stay. */
export async function rename(host: Host, name: string, to: string, targets: readonly Target[]): Promise<Plan> {
  const draft = new PlanDraft(host, `rename ${name} to ${to} in ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) {
    const document = await draft.open(target);
    const entry = await entryIn(draft, document, name);
    if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
    checkNew(to, entry.server);
    if (await entryIn(draft, document, to))
      throw new PlugboardError('server-exists', { name: to, file: document.path });
    const renamed = renameEntry(document, name, to);
    await draft.edit(document.path, renamed.edits);
    const lists = switchesOf(document.client, document.place);
    if (await isOffElsewhere(draft, lists, name)) {
      await switchElsewhere(draft, lists, to, true);
      await switchElsewhere(draft, lists, name, false);
    }
  }
  return draft.plan();
}

/** Plans a second server with the same definition. */
export async function clone(host: Host, name: string, as: string, targets: readonly Target[]): Promise<Plan> {
  const draft = new PlanDraft(host, `clone ${name} as ${as} in ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) {
    const document = await draft.open(target);
    const entry = await entryIn(draft, document, name);
    if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
    checkNew(as, entry.server);
    if (await entryIn(draft, document, as))
      throw new PlugboardError('server-exists', { name: as, file: document.path });
    await putServer(draft, document, as, entry.server);
  }
  return draft.plan();
}
