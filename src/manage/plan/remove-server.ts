import { inputsUsedOnlyAt } from '../../clients/inputs.ts';
import { findEntry } from '../../clients/read-document.ts';
import { takeFrom } from '../../clients/revise-entry.ts';
import { switchesOf, switchOf } from '../../clients/switches.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { createdAt, forgetCreated } from '../ledger/ledger.ts';
import type { OpenDocument, PlanDraft } from './plan-draft.ts';
import { switchElsewhere } from './switch-elsewhere.ts';

/** Removes a server from a document, and with the last one the containers and the file that we created. */
export async function removeServer(draft: PlanDraft, document: OpenDocument, name: string): Promise<void> {
  const { client, place, path, at, revision } = document;
  const list = switchOf(client, place);
  const created = await createdAt(draft, path, at);
  const listLevels = list ? (await createdAt(draft, path, list.at)).levels : 0;
  await removeInputs(draft, document, name);
  takeFrom(document, name, { prune: created.levels }, { listLevels });
  const places = list ? [at, list.at] : [at];
  // The text is needed only when a container became empty. Settling after each of many servers would parse it as often.
  const mayBeGone = places.some((one) => isEmpty(valueAt(revision.value, one)));
  const value = mayBeGone ? revision.settle().value : revision.value;
  if (mayBeGone && revision.document.text === '' && created.file) await draft.delete(path, created.directories ?? []);
  draft.handle(document, name);
  await switchElsewhere(draft, switchesOf(client, place), name, false);
  for (const one of places) if (valueAt(value, one) === undefined) await forgetCreated(draft, path, one);
}

/** Removes the definitions of prompts that were added with a server, and that no other server uses. */
async function removeInputs(
  draft: PlanDraft,
  { client, place, path, revision }: OpenDocument,
  name: string,
): Promise<void> {
  const entry = client.inputs && findEntry(client, revision.value, place, name);
  if (!client.inputs || !entry) return;
  const list = await createdAt(draft, path, client.inputs);
  for (const [id, at] of inputsUsedOnlyAt(client, revision.value, entry.path)) {
    const noted = [...client.inputs, id];
    if ((await createdAt(draft, path, noted)).levels === 0) continue;
    revision.remove(at, { prune: list.levels });
    await forgetCreated(draft, path, noted);
  }
  if (list.levels > 0 && valueAt(revision.value, client.inputs) === undefined)
    await forgetCreated(draft, path, client.inputs);
}

function isEmpty(value: Value | undefined): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
