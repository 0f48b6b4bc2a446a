import type { Revision } from '../../formats/revision.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { Path } from '../../model/value.ts';
import type { Plan } from '../../store/write/plan.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import { entryIn } from '../plan/put-server.ts';
import { changedServers } from './agent-servers.ts';
import { referencesIn } from './find-references.ts';
import { type MentionFile, mentioningClients, mentionFiles } from './mention-files.ts';
import { headOf, mentionsOf, renamedIn, settingsTexts } from './mentions.ts';

export interface ReferenceChange {
  readonly name: string;
  /** The new name; the references are removed if absent. */
  readonly to?: string | undefined;
  /** False only reports them. Paths change only these files. */
  readonly change: boolean | readonly string[];
}

/**
 * Plans to rename or remove references to a server in permissions, hooks and subagents, and reports those that stay.
 * There is nothing to do while a client that has them still has the server under that name.
 */
export async function changeReferences(host: Host, { name, to, change }: ReferenceChange): Promise<Plan> {
  const draft = new PlanDraft(host, `change references to ${name}`);
  if (await isStillThere(draft, name)) return draft.plan();
  for (const file of await mentionFiles(host)) {
    const { path, kind } = file;
    const mayChange = typeof change === 'boolean' ? change : change.includes(path);
    const before = (await draft.text(path).catch(() => undefined)) ?? '';
    if (referencesIn(before, file, name).length === 0) continue;
    if (mayChange && kind === 'settings') changeSettings(await draft.revision(path, 'jsonc'), name, to);
    if (mayChange && kind === 'agent') await draft.set(path, changedAgent(before, file, name, to));
    const left: Diagnostic[] = referencesIn((await draft.text(path)) ?? '', file, name, to);
    draft.report(...left);
  }
  return draft.plan();
}

async function isStillThere(draft: PlanDraft, name: string): Promise<boolean> {
  for (const client of mentioningClients)
    for (const { scope, variant, unread } of client.locations) {
      if (unread) continue;
      const document = await draft
        .open({ client, scope, ...(variant !== undefined && { variant }) })
        .catch(() => undefined);
      if (document && (await entryIn(draft, document, name))) return true;
    }
  return false;
}

/** From the end, so that the positions of the items before stay. */
function changeSettings(revision: Revision, name: string, to: string | undefined): void {
  for (const [path, text] of settingsTexts(revision.value).toReversed()) {
    if (!mentionsOf(name).test(text)) continue;
    if (to !== undefined) revision.set(path, renamedIn(text, name, to));
    else if (path[0] === 'permissions' && typeof path.at(-1) === 'number') revision.remove(path);
    else if (path.at(-1) === 'matcher') removeFromMatcher(revision, path, text, name);
  }
}

/** A hook without a matcher would match everything, so it goes with its last alternative. */
function removeFromMatcher(revision: Revision, path: Path, text: string, name: string): void {
  const kept = text.split('|').filter((part) => !mentionsOf(name).test(part));
  if (kept.length > 0) revision.set(path, kept.join('|'));
  else revision.remove(path.slice(0, -1));
}

function changedAgent(text: string, { serversKey }: MentionFile, name: string, to: string | undefined): string {
  const head = headOf(text);
  const changed = to === undefined ? withoutTools(head, name) : renamedIn(head, name, to);
  const listed = serversKey === undefined ? changed : changedServers(changed, serversKey, name, to);
  return listed + text.slice(head.length);
}

/** A subagent whose list of tools is empty may use all of them, so the last tool stays. */
function withoutTools(head: string, name: string): string {
  const tool = `["']?${mentionsOf(name).source}["']?`;
  const inLine = head
    .replaceAll(new RegExp(`,[ \\t]*${tool}(?=[ \\t]*[,\\r\\n\\]])`, 'g'), '')
    .replaceAll(new RegExp(`(?<=[:\\[][ \\t]*)${tool}[ \\t]*,[ \\t]*`, 'g'), '');
  const item = new RegExp(`^[ \\t]*-[ \\t]+${tool}[ \\t]*$`);
  const isItem = (line: string | undefined): boolean => /^[ \t]*-[ \t]/.test(line ?? '');
  const lines = inLine.split(/(?<=\n)/);
  const kept = [...lines];
  for (let at = kept.length - 1; at >= 0; at -= 1)
    if (item.test(kept[at]?.replace(/\r?\n$/, '') ?? '') && (isItem(kept[at - 1]) || isItem(kept[at + 1])))
      kept.splice(at, 1);
  return kept.join('');
}
