import { resolvePath } from '../../clients/paths.ts';
import { switchInList } from '../../clients/revise-entry.ts';
import type { SwitchList } from '../../clients/switches.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { createdAt, forgetCreated, missingLevels, noteCreated } from '../ledger/ledger.ts';
import type { PlanDraft } from './plan-draft.ts';
import { surroundingsOf } from './target.ts';

/** Whether one of these lists in other files contains the name. */
export async function isOffElsewhere(draft: PlanDraft, lists: readonly SwitchList[], name: string): Promise<boolean> {
  for (const list of lists) if (await hasName(draft, list, name)) return true;
  return false;
}

/** All names in these lists in other files. */
export async function namesOffElsewhere(draft: PlanDraft, lists: readonly SwitchList[]): Promise<ReadonlySet<Value>> {
  const names = await Promise.all(lists.map(async (list) => namesIn(draft, list)));
  return new Set(names.flat());
}

async function hasName(draft: PlanDraft, list: SwitchList, name: string): Promise<boolean> {
  return (await namesIn(draft, list)).includes(name);
}

async function namesIn(draft: PlanDraft, list: SwitchList): Promise<readonly Value[]> {
  const path = pathOf(draft, list);
  if (path === undefined) return [];
  const names = valueAt(await draft.value(path, list.file.format), list.at);
  return Array.isArray(names) ? names : [];
}

/** Disables a server in the first of these lists in other files, or enables it in all of them. */
export async function switchElsewhere(
  draft: PlanDraft,
  lists: readonly SwitchList[],
  name: string,
  off: boolean,
): Promise<void> {
  if (off && (await isOffElsewhere(draft, lists, name))) return;
  for (const list of off ? lists.slice(0, 1) : lists) await switchIn(draft, list, name, off);
}

/** Edits a list of disabled servers in another file; containers we created are removed with its last name. */
async function switchIn(draft: PlanDraft, list: SwitchList, name: string, off: boolean): Promise<void> {
  const path = pathOf(draft, list);
  if (path === undefined || off === (await hasName(draft, list, name))) return;
  const { file, at } = list;
  const revision = await draft.revision(path, file.format);
  if (off) {
    const isNew = !(await draft.isThere(path));
    await noteCreated(draft, path, at, { levels: missingLevels(revision.value, at), file: isNew });
  }
  const created = await createdAt(draft, path, at);
  switchInList(revision, at, name, off, created.levels);
  if (off) return;
  const { text, value } = revision.settle();
  if (text === '' && created.file) await draft.delete(path, created.directories ?? []);
  if (valueAt(value, at) === undefined) await forgetCreated(draft, path, at);
}

function pathOf(draft: PlanDraft, { file }: SwitchList): string | undefined {
  return file.path === undefined ? undefined : resolvePath(file.path, surroundingsOf(draft.host), file.baseVariable);
}
