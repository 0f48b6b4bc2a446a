import { shapeOf } from '../clients/read-document.ts';
import { hasSwitchInEntry, switchOf } from '../clients/switches.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/plan.ts';
import { parkedEntry } from './ledger.ts';
import { bringBack, putAway } from './parking.ts';
import { type OpenDocument, PlanDraft } from './plan-draft.ts';
import { entryIn, putServer, sourceIn } from './put-server.ts';
import { nameOf, type Target } from './target.ts';
import { wholeServer } from './whole-server.ts';

/** Plans to switch a server on or off, each client in its own way; where it has none, the entry is parked with us. */
export async function setEnabled(
  host: Host,
  name: string,
  enabled: boolean,
  targets: readonly Target[],
): Promise<Plan> {
  const draft = new PlanDraft(host, `${enabled ? 'enable' : 'disable'} ${name} in ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) await switchIn(draft, name, enabled, target);
  return draft.plan();
}

async function switchIn(draft: PlanDraft, name: string, enabled: boolean, target: Target): Promise<void> {
  const opened = await draft.open(target);
  const present = await entryIn(draft, opened, name);
  if (!present && !enabled && (await parkedEntry(draft, opened.path, name))) return;
  const document = present ? opened : await bringBack(draft, opened, name);
  const entry = present ?? (await entryIn(draft, document, name));
  if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
  if (!enabled && !hasSwitch(document)) return putAway(draft, document, entry);
  const whole = await wholeServer(draft, document, entry);
  const { disabled, ...server } = whole ?? entry.server;
  // An entry that was put back is as it was; what it says in other words is left alone.
  if (!present && !disabled) return;
  const source = await sourceIn(draft, document, entry);
  const wanted = enabled ? server : { ...server, disabled: true };
  await putServer(draft, document, name, wanted, { source, whole, isEdit: true });
}

function hasSwitch({ client, place, format, text }: OpenDocument): boolean {
  return hasSwitchInEntry(shapeOf(client, format.parse(text).value)) || switchOf(client, place) !== undefined;
}
