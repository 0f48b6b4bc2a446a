import { removeEntry } from '../clients/edit-entry.ts';
import { switchesOf, switchOf } from '../clients/switches.ts';
import { applyEdits } from '../formats/edit-list.ts';
import { type Path, type Value, valueAt } from '../model/value.ts';
import { createdAt, forgetCreated } from './ledger.ts';
import type { OpenDocument, PlanDraft } from './plan-draft.ts';
import { switchElsewhere } from './switch-elsewhere.ts';

/** Takes a server out of a document, and with the last one the containers and the file that came with us. */
export async function takeServer(draft: PlanDraft, document: OpenDocument, name: string): Promise<void> {
  const { client, place, format, path, at } = document;
  const list = switchOf(client, place);
  const created = await createdAt(draft, path, at);
  const listLevels = list ? (await createdAt(draft, path, list.at)).levels : 0;
  const removal = removeEntry({ ...document, listLevels }, name, { prune: created.levels });
  const text = applyEdits(document.text, removal.edits);
  if (text === '' && created.file) await draft.delete(path, created.directories ?? []);
  else await draft.set(path, text);
  draft.handle(document, name);
  await switchElsewhere(draft, switchesOf(client, place), name, false);
  const after = format.parse(text).value;
  for (const one of list ? [at, list.at] : [at]) await forgetIfGone(draft, path, after, one);
}

async function forgetIfGone(draft: PlanDraft, path: string, root: Value | undefined, at: Path): Promise<void> {
  if (valueAt(root, at) === undefined) await forgetCreated(draft, path, at);
}
