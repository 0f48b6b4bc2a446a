import { removeEntry } from '../clients/edit-entry.ts';
import { containerPath, shapeOf } from '../clients/read-document.ts';
import { hasSwitchInEntry, switchOf } from '../clients/switches.ts';
import { applyEdits } from '../formats/edit-list.ts';
import { setValue } from '../formats/edit.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import { valueAt } from '../model/value.ts';
import type { Plan } from '../store/plan.ts';
import { park, type Parked, parkedEntry, unpark } from './ledger.ts';
import { type OpenDocument, PlanDraft } from './plan-draft.ts';
import { entryIn, putServer } from './put-server.ts';
import { nameOf, type Target } from './target.ts';

/** Plans to switch a server on or off, each client in its own way; where it has none, the entry is parked with us. */
export async function setEnabled(
  host: Host,
  name: string,
  enabled: boolean,
  targets: readonly Target[],
): Promise<Plan> {
  const draft = new PlanDraft(host, `${enabled ? 'enable' : 'disable'} ${name} in ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) {
    const document = await draft.open(target);
    const entry = await entryIn(draft, document, name);
    const parked = await parkedEntry(draft, document.path, name);
    if (!entry && !parked) throw new PlugboardError('server-missing', { name, file: document.path });
    if (parked && !entry) {
      if (enabled) await bringBack(draft, document, name, parked);
    } else if (entry && !enabled && !hasSwitch(document)) {
      const after = applyEdits(document.text, removeEntry(document, name).edits);
      await draft.set(document.path, after);
      await park(draft, document.path, name, { native: entry.native, before: document.text, after });
    } else if (entry) {
      const { disabled: _, ...server } = entry.server;
      await putServer(draft, document, name, enabled ? server : { ...server, disabled: true });
    }
  }
  return draft.plan();
}

function hasSwitch({ client, place, format, text }: OpenDocument): boolean {
  return hasSwitchInEntry(shapeOf(client, format.parse(text).value)) || switchOf(client, place) !== undefined;
}

/** Byte for byte when nobody has touched the file since, else as a new entry with the same values. */
async function bringBack(draft: PlanDraft, document: OpenDocument, name: string, parked: Parked): Promise<void> {
  const { client, place, format, text, path } = document;
  if (text === parked.after) await draft.set(path, parked.before);
  else {
    const root = format.parse(text).value;
    const shape = shapeOf(client, root);
    const at = containerPath(client, shape, place);
    const container = valueAt(root, at);
    const step = shape.listBy === undefined ? name : Array.isArray(container) ? container.length : 0;
    await draft.edit(path, setValue(format, text, [...at, step], parked.native));
  }
  await unpark(draft, path, name);
}
