import { removeEntry } from '../clients/edit-entry.ts';
import { type Entry, shapeOf } from '../clients/read-document.ts';
import { readEntry } from '../clients/read-entry.ts';
import { applyEdits } from '../formats/edit-list.ts';
import { setValue } from '../formats/edit.ts';
import { valueAt } from '../model/value.ts';
import { park, parkedEntry, unpark } from './ledger.ts';
import type { OpenDocument, PlanDraft } from './plan-draft.ts';

/** An entry that was switched off by taking it out of this document, as it would stand there. It is off no longer. */
export async function parkedIn(draft: PlanDraft, document: OpenDocument, name: string): Promise<Entry | undefined> {
  const parked = await parkedEntry(draft, document, name);
  if (!parked) return undefined;
  const { client, format, text } = document;
  const { native } = parked;
  const read = readEntry(client, shapeOf(client, format.parse(text).value), native);
  return { name, path: pathFor(document, name), native, ...read };
}

/** Takes an entry out of a document whose client has no switch, and keeps it. */
export async function putAway(draft: PlanDraft, document: OpenDocument, { name, native }: Entry): Promise<void> {
  const { client, place, path, text: before } = document;
  const after = applyEdits(before, removeEntry(document, name).edits);
  await draft.set(path, after);
  draft.touch(name);
  const variant = place.variant === undefined ? {} : { variant: place.variant };
  await park(draft, path, name, { native, before, after, client: client.id, scope: place.scope, ...variant });
}

/**
 * The document with a parked entry back in it: byte for byte when nobody has touched the file since, else as a new
 * entry with the same values.
 */
export async function bringBack(draft: PlanDraft, document: OpenDocument, name: string): Promise<OpenDocument> {
  const { format, text, path } = document;
  const parked = await parkedEntry(draft, document, name);
  if (!parked) return document;
  draft.touch(name);
  if (text === parked.after) await draft.set(path, parked.before);
  else await draft.edit(path, setValue(format, text, pathFor(document, name), parked.native));
  await unpark(draft, document, name);
  return draft.reopen(document);
}

/** Where a new entry goes. */
function pathFor({ client, format, text, at }: OpenDocument, name: string): Entry['path'] {
  const root = format.parse(text).value;
  if (shapeOf(client, root).listBy === undefined) return [...at, name];
  const list = valueAt(root, at);
  return [...at, Array.isArray(list) ? list.length : 0];
}
