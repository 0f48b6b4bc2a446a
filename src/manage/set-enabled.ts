import { type Entry, shapeOf } from '../clients/read-document.ts';
import { contradictingSwitches } from '../clients/read-entry.ts';
import { switchInList } from '../clients/revise-entry.ts';
import { hasSwitchInEntry, holdsForOneProject, otherProjectLists, switchOf } from '../clients/switches.ts';
import { diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { switchCommand } from '../model/switch-command.ts';
import { requireAllowed } from '../store/policy/require-allowed.ts';
import type { Plan } from '../store/write/plan.ts';
import { parkedEntry } from './ledger/ledger.ts';
import { bringBack, putAway } from './ledger/parking.ts';
import { expectSwitched } from './plan/expect-switched.ts';
import { type OpenDocument, PlanDraft } from './plan/plan-draft.ts';
import { entryIn, putServer, sourceIn } from './plan/put-server.ts';
import { nameOf, type Target } from './plan/target.ts';
import { wholeServer } from './plan/whole-server.ts';

export interface SwitchOptions {
  /** In every project, also when the client's switch is per project. */
  readonly everywhere?: boolean;
}

/**
 * Plans to enable or disable a server with each client's own switch; without a usable one the entry is parked. Rejects
 * when discovery would not report the requested state afterwards.
 */
export async function setEnabled(
  host: Host,
  name: string,
  enabled: boolean,
  targets: readonly Target[],
  options: SwitchOptions = {},
): Promise<Plan> {
  const draft = new PlanDraft(host, `${enabled ? 'enable' : 'disable'} ${name} in ${targets.map(nameOf).join(', ')}`);
  draft.touch(name);
  for (const target of targets)
    await (enabled ? switchOn(draft, name, target, options) : switchOff(draft, name, target, options));
  const plan = draft.plan();
  await expectSwitched(host, plan, { name, enabled, targets });
  return plan;
}

async function switchOff(draft: PlanDraft, name: string, target: Target, options: SwitchOptions): Promise<void> {
  const opened = await documentWith(draft, name, target);
  if (!(await entryIn(draft, opened, name)) && (await parkedEntry(draft, opened, name))) return;
  const { document, entry } = await plainEntry(draft, opened, name, false);
  const { client, place } = document;
  const shape = shapeOf(client, document.revision.value);
  const isPartial = options.everywhere === true && holdsForOneProject(client, place, shape);
  const hasSwitch = hasSwitchInEntry(shape) || switchOf(client, place) !== undefined;
  if (hasSwitch && !isPartial) return putSwitched(draft, document, entry, false);
  await putAway(draft, document, entry);
  const why = hasSwitch ? 'a switch for one project only' : 'no switch';
  const command = switchCommand('enable', name, { client: client.id, scope: place.scope });
  draft.report(diagnostic('entry-parked', { name, client: client.name, why, command }, { file: document.path }));
}

async function switchOn(draft: PlanDraft, name: string, target: Target, options: SwitchOptions): Promise<void> {
  const opened = await documentWith(draft, name, target);
  const present = await entryIn(draft, opened, name);
  const restored = present ? opened : await bringBack(draft, opened, name);
  const { document, entry } = await plainEntry(draft, restored, name, true);
  draft.restores({ name, server: entry.server });
  // A restored entry is unchanged, including other spellings of its state.
  if (present || entry.server.disabled) await putSwitched(draft, document, entry, true);
  settleOtherProjects(draft, document, name, options);
}

/** The document with the entry: of the project, or of a parent directory where the client looks. */
async function documentWith(draft: PlanDraft, name: string, target: Target): Promise<OpenDocument> {
  const own = await draft.open(target);
  if ((await entryIn(draft, own, name)) || (await parkedEntry(draft, own, name))) return own;
  for (const above of await draft.openAbove(target)) if (await entryIn(draft, above, name)) return above;
  return own;
}

interface PlainEntry {
  readonly document: OpenDocument;
  readonly entry: Entry;
}

/** The entry without ignored switch keys that contradict the requested state. */
async function plainEntry(draft: PlanDraft, document: OpenDocument, name: string, on: boolean): Promise<PlainEntry> {
  const entry = await entryIn(draft, document, name);
  if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
  const keys = contradictingSwitches(entry, !on);
  for (const key of keys) document.revision.remove([...entry.path, key]);
  return { document, entry: keys.length === 0 ? entry : ((await entryIn(draft, document, name)) ?? entry) };
}

async function putSwitched(draft: PlanDraft, document: OpenDocument, entry: Entry, on: boolean): Promise<void> {
  const whole = await wholeServer(draft, document, entry);
  const { disabled: _, ...server } = whole ?? entry.server;
  const source = await sourceIn(draft, document, entry);
  const wanted = on ? server : { ...server, disabled: true };
  // The switch of some clients is in another file, where the definition is not seen.
  if (on) await requireAllowed(draft.host, { [entry.name]: server });
  await putServer(draft, document, entry.name, wanted, { source, whole, isEdit: true });
}

/** Another project's list disables the server there: the name is removed from it, or reported. */
function settleOtherProjects(
  draft: PlanDraft,
  { client, place, path, revision }: OpenDocument,
  name: string,
  { everywhere = false }: SwitchOptions,
): void {
  if (place.scope !== 'user') return;
  const lists = otherProjectLists(client, place, revision.value, name);
  if (lists.length === 0) return;
  if (!everywhere) {
    const command = switchCommand('enable', name, { client: client.id, scope: place.scope }, '--everywhere');
    const args = { name, client: client.name, projects: lists.length, command };
    return draft.report(diagnostic('off-elsewhere', args, { file: path }));
  }
  for (const at of lists) switchInList(revision, at, name, false, 0);
}
