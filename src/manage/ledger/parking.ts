import { type Entry, findEntry, shapeOf } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import { takeFrom } from '../../clients/revise-entry.ts';
import { syntaxErrorsFor } from '../../discovery/checks/check-demands.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { getOwn, isMap, type Path, sameValue, type Value, valueAt, type ValueMap } from '../../model/value.ts';
import { noteBrought } from '../plan/note-brought.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { sourceIn } from '../plan/put-server.ts';
import { writtenAs } from './entry-text.ts';
import type { Parked } from './ledger-file.ts';
import { park, parkedEntry, unpark } from './ledger.ts';
import { mergedBack } from './merge-back.ts';

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

/** Returns the document with a parked entry restored as it was written, where it was. Edits since stay as they are. */
export async function bringBack(draft: PlanDraft, document: OpenDocument, name: string): Promise<OpenDocument> {
  const { revision, path } = document;
  const parked = await parkedEntry(draft, document, name);
  if (!parked) return document;
  draft.touch(name);
  const now = await draft.text(path);
  if (now === parked.after) await draft.set(path, parked.before);
  else {
    const wanted = { name, native: parked.native, rest: withoutEntry(document, revision.value, name) };
    const merged = mergedBack(parked, now ?? '').find((text) => isRestored(document, text, wanted));
    if (merged === undefined) {
      revision.set(pathFor(document, name), parked.native);
      const text = asWritten(document, name, parked).find((one) => isRestored(document, one, wanted));
      if (text !== undefined) await draft.set(path, text);
    } else await draft.set(path, merged);
  }
  await unpark(draft, document, name);
  const opened = await draft.reopen(document);
  const { server } = readEntry(document.client, shapeOf(document.client, opened.revision.value), parked.native);
  await noteBrought(draft, server, await sourceIn(draft, opened, { name, server }));
  return opened;
}

interface Wanted {
  readonly name: string;
  readonly native: ValueMap;
  /** What else the file has. */
  readonly rest: Value | undefined;
}

/** Whether a text has the entry, and everything else as the file has it now. */
function isRestored(document: OpenDocument, text: string, { name, native, rest }: Wanted): boolean {
  const { client, place, revision } = document;
  const parsed = revision.format.parse(text);
  if (parsed.diagnostics.some(isError) || syntaxErrorsFor(client, parsed).length > 0) return false;
  const entry = findEntry(client, parsed.value, place, name);
  return sameValue(entry?.native, native) && sameValue(withoutEntry(document, parsed.value, name), rest);
}

/** The value of a file without an entry, and without containers that are empty then. */
function withoutEntry({ client, place, at }: OpenDocument, root: Value | undefined, name: string): Value | undefined {
  const path = findEntry(client, root, place, name)?.path ?? at;
  return without(root, path, path.length > at.length);
}

function without(value: Value | undefined, [step, ...deeper]: Path, isEntry: boolean): Value | undefined {
  if (step === undefined) return isEntry || (value && Object.keys(value).length === 0) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) => (index === step ? (without(item, deeper, isEntry) ?? []) : [item]));
    return items.length === 0 ? undefined : items;
  }
  if (!isMap(value)) return value;
  const inner = without(getOwn(value, String(step)), deeper, isEntry);
  const others = Object.entries(value).filter(([key]) => key !== String(step));
  const kept = inner === undefined ? others : [...others, [String(step), inner] as const];
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The texts of the document in which a restored entry is written as it was. */
function asWritten({ client, place, revision }: OpenDocument, name: string, { before }: Parked): string[] {
  const source = revision.format.parse(before);
  const target = revision.settle();
  const [from, to] = [source, target].map((one) => findEntry(client, one.value, place, name)?.path);
  return from && to ? writtenAs(source, from, target, to) : [];
}

/** The path at which a new entry is added. */
function pathFor({ client, revision, at }: OpenDocument, name: string): Entry['path'] {
  if (shapeOf(client, revision.value).listBy === undefined) return [...at, name];
  const list = valueAt(revision.value, at);
  return [...at, Array.isArray(list) ? list.length : 0];
}
