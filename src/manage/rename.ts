import { renameIn as renameEntryIn } from '../clients/revise-entry.ts';
import { switchesOf } from '../clients/switches.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/write/plan.ts';
import { checkName, checkNew } from './add.ts';
import { bringBack, parkedIn, putAway } from './ledger/parking.ts';
import { type OpenDocument, PlanDraft } from './plan/plan-draft.ts';
import { entryIn, isTaken, noteCopy, putServer, sourceIn } from './plan/put-server.ts';
import { isOffElsewhere, switchElsewhere } from './plan/switch-elsewhere.ts';
import { nameOf, type Target } from './plan/target.ts';
import { wholeServer } from './plan/whole-server.ts';

/** Plans to rename a server; its position, comments and spelling are kept. */
export async function rename(host: Host, name: string, to: string, targets: readonly Target[]): Promise<Plan> {
  const draft = new PlanDraft(host, `rename ${name} to ${to} in ${targets.map(nameOf).join(', ')}`);
  draft.touch(name, to);
  for (const target of targets) await renameIn(draft, name, to, target);
  return draft.plan();
}

async function renameIn(draft: PlanDraft, name: string, to: string, target: Target): Promise<void> {
  const opened = await draft.open(target);
  const present = await entryIn(draft, opened, name);
  const document = present ? opened : await bringBack(draft, opened, name);
  const entry = present ?? (await entryIn(draft, document, name));
  if (!entry && draft.handled(document, name)) return renameInLists(draft, document, name, to);
  if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
  // A definition merged from several files may be incomplete in each of them.
  if (document.client.merge === 'fields') checkName(to);
  else checkNew(to, entry.server);
  if (name !== to && (await isTaken(draft, document, to)))
    throw new PlugboardError('server-exists', { name: to, file: document.path });
  renameEntryIn(document, name, to);
  draft.handle(document, name);
  await renameInLists(draft, document, name, to);
  if (present) return;
  await putAway(draft, document, (await entryIn(draft, document, to)) ?? { ...entry, name: to });
}

/** Lists of disabled servers in other files. */
async function renameInLists(
  draft: PlanDraft,
  { client, place }: OpenDocument,
  name: string,
  to: string,
): Promise<void> {
  const lists = switchesOf(client, place);
  if (name === to || !(await isOffElsewhere(draft, lists, name))) return;
  await switchElsewhere(draft, lists, to, true);
  await switchElsewhere(draft, lists, name, false);
}

/** Plans a copy of the server under another name. */
export async function clone(host: Host, name: string, as: string, targets: readonly Target[]): Promise<Plan> {
  const draft = new PlanDraft(host, `clone ${name} as ${as} in ${targets.map(nameOf).join(', ')}`);
  draft.touch(as);
  for (const target of targets) {
    const document = await draft.open(target);
    const { path, revision, at } = document;
    const entry = (await entryIn(draft, document, name)) ?? (await parkedIn(draft, document, name));
    if (!entry) throw new PlugboardError('server-missing', { name, file: path });
    const whole = await wholeServer(draft, document, entry);
    checkNew(as, whole ?? entry.server);
    if (draft.handled(document, as)) continue;
    if (await isTaken(draft, document, as)) throw new PlugboardError('server-exists', { name: as, file: path });
    // A part is not a complete definition; each part of the new server copies the corresponding old part.
    const source = await sourceIn(draft, document, entry);
    if (!whole) await putServer(draft, document, as, entry.server, { source });
    else {
      revision.set([...at, as], entry.native);
      if (source) await noteCopy(draft, document, as, { source });
    }
  }
  return draft.plan();
}
