import { type Entry, shapeOf } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import { takeFrom } from '../../clients/revise-entry.ts';
import { valueAt } from '../../model/value.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { park, parkedEntry, unpark } from './ledger.ts';

/** Removes an entry from the ledger and returns it as it would be in the document. */
export async function parkedIn(draft: PlanDraft, document: OpenDocument, name: string): Promise<Entry | undefined> {
  const parked = await parkedEntry(draft, document, name);
  if (!parked) return undefined;
  const { client, revision } = document;
  const { native } = parked;
  const read = readEntry(client, shapeOf(client, revision.value), native);
  return { name, path: pathFor(document, name), native, ...read };
}

/** Removes an entry from the document and stores it in the ledger, for clients without a switch. */
export async function putAway(draft: PlanDraft, document: OpenDocument, { name, native }: Entry): Promise<void> {
  const { client, place, path, revision } = document;
  const before = revision.settle().text;
  takeFrom(document, name);
  draft.touch(name);
  const after = revision.settle().text;
  const variant = place.variant === undefined ? {} : { variant: place.variant };
  await park(draft, path, name, { native, before, after, client: client.id, scope: place.scope, ...variant });
}

/**
 * Returns the document with a parked entry restored: byte for byte if the file is unchanged since, otherwise as a new
 * entry with the same values.
 */
export async function bringBack(draft: PlanDraft, document: OpenDocument, name: string): Promise<OpenDocument> {
  const { revision, path } = document;
  const parked = await parkedEntry(draft, document, name);
  if (!parked) return document;
  draft.touch(name);
  if ((await draft.text(path)) === parked.after) await draft.set(path, parked.before);
  else revision.set(pathFor(document, name), parked.native);
  await unpark(draft, document, name);
  return draft.reopen(document);
}

/** The path at which a new entry is added. */
function pathFor({ client, revision, at }: OpenDocument, name: string): Entry['path'] {
  if (shapeOf(client, revision.value).listBy === undefined) return [...at, name];
  const list = valueAt(revision.value, at);
  return [...at, Array.isArray(list) ? list.length : 0];
}
