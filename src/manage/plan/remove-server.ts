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

function isEmpty(value: Value | undefined): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
