import { renameIn as renameEntryIn } from '../clients/revise-entry.ts';
import { switchesOf } from '../clients/switches.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/write/plan.ts';
import { checkName, checkNew } from './add.ts';
import { bringBack, parkedIn, putAway } from './ledger/parking.ts';
import { inSteps } from './plan/in-steps.ts';
import { noteBrought } from './plan/note-brought.ts';
import { type OpenDocument, PlanDraft } from './plan/plan-draft.ts';
import { entryIn, isTaken, noteCopy, putServer, sourceIn } from './plan/put-server.ts';
import { isOffElsewhere, switchElsewhere } from './plan/switch-elsewhere.ts';
import { nameOf, type Target } from './plan/target.ts';
import { wholeServer } from './plan/whole-server.ts';
import { changeReferences } from './references/change-references.ts';

/** The action of a change that renames a server, in the history. */
export const RENAME = 'rename';

export interface RenameOptions {
  /** Rename it in permissions, subagents and hooks too, or only in the files with these paths. */
  readonly references?: boolean | readonly string[];
}

/** Plans to rename a server; its position, comments and spelling are kept. References that stay are reported. */
export async function rename(
  host: Host,
  name: string,
  to: string,
  targets: readonly Target[],
  { references = false }: RenameOptions = {},
): Promise<Plan> {
  const title = `rename ${name} to ${to} in ${targets.map(nameOf).join(', ')}`;
  const plan = await inSteps(host, title, [
    async (now) => renameEntries(now, name, to, targets),
    async (now) => changeReferences(now, { name, to, change: references }),
  ]);
  return { ...plan, action: RENAME };
}

/** A step of a plan that renames a server; the references come after the last step. */
export async function renameEntries(host: Host, name: string, to: string, targets: readonly Target[]): Promise<Plan> {
  const draft = new PlanDraft(host, `rename ${name} to ${to} in ${targets.map(nameOf).join(', ')}`);
  draft.touch(name, to);
  for (const target of targets) await renameInDraft(draft, name, to, target);
  return draft.plan();
}

/** Renames a server in the file of one target. */
export async function renameInDraft(draft: PlanDraft, name: string, to: string, target: Target): Promise<void> {
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
  await noteBrought(draft, entry.server, await sourceIn(draft, document, entry));
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
      await noteBrought(draft, entry.server, source);
      if (source) await noteCopy(draft, document, as, { source });
    }
  }
  return draft.plan();
}
