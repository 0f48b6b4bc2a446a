import { because } from '../model/diagnostics/loss.ts';
import { canonicalFields } from '../model/fields/canonical-fields.ts';
import { catalogFields } from '../model/fields/catalog-fields.ts';
import { hasVariable } from '../model/reference.ts';
import type { Server } from '../model/server.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../model/value.ts';
import type { EntryDraft } from './entry-draft.ts';
import { vocabularyOf } from './read-entry.ts';
import type { Client, Shape } from './types.ts';

/**
 * Writes fields that no lens handles: they are kept if the client accepts unknown keys, and reported as losses if they
 * have an effect.
 */
export function writeRest(client: Client, shape: Shape, server: Server, draft: EntryDraft): void {
  const carried = fieldsOfLenses(shape);
  for (const field of Object.keys(server)) {
    if (carried.has(field)) continue;
    const value = (server as ValueMap)[field] as Value;
    const survives = !vocabularyOf(client, shape).has(field) && mayKeep(client, value);
    if (survives) setOwn(draft.entry, field, value);
    reportRest(client, field, survives, draft);
  }
  if (!isMap(server.tools) || !carried.has('tools')) return;
  for (const side of Object.keys(server.tools))
    if (side !== 'allow' && side !== 'deny') draft.reportLoss(`tools.${side}`, 'dropped', because('no-such-setting'));
}

/** Computed once for each shape, because every entry asks for it. */
const carriedFields = new WeakMap<Shape, ReadonlySet<string>>();

function fieldsOfLenses(shape: Shape): ReadonlySet<string> {
  const known =
    carriedFields.get(shape) ??
    new Set(['name', 'extras', 'disabled', ...catalogFields, ...shape.lenses.flatMap((lens) => lens.fields)]);
  carriedFields.set(shape, known);
  return known;
}

function reportRest(client: Client, field: string, survives: boolean, draft: EntryDraft): void {
  const known = getOwn(canonicalFields, field);
  if (survives && !known?.matters) return;
  const note = client.ignores?.[field];
  if (survives)
    draft.reportLoss(field, 'dropped', because('kept-without-effect', note ?? because('no-such-setting').why));
  else if (note !== undefined) draft.reportLoss(field, 'dropped', because('without-effect', note));
  else draft.reportLoss(field, 'dropped', because(known ? 'no-such-setting' : 'unknown-key-rejected'));
}

/** Whether an ineffective key can be kept in the file. One with a reference would be stored as plain text. */
function mayKeep(client: Client, value: Value): boolean {
  if (client.unknownKeys !== 'kept') return false;
  return client.references.syntax !== undefined || !hasVariable(JSON.stringify(value));
}

/** Writes this client's own settings and reports those of other clients as losses. */
export function writeExtras(client: Client, shape: Shape, server: Server, draft: EntryDraft): void {
  for (const [owner, extras] of Object.entries(server.extras ?? {})) {
    if (owner !== client.id) draft.reportLoss(`extras.${owner}`, 'dropped', because('of-other-client', owner));
    else if (isMap(extras)) draft.fillIn(withoutTargets(owner, shape, extras, draft));
  }
}

/** Another address or command beside the one that was written could be the one that the client uses. */
function withoutTargets(owner: string, shape: Shape, extras: ValueMap, draft: EntryDraft): ValueMap {
  const keys = targetKeysOf(shape).filter((key) => Object.hasOwn(extras, key));
  if (keys.length === 0) return extras;
  for (const key of keys) draft.reportLoss(`extras.${owner}.${key}`, 'dropped', because('second-target'));
  return Object.fromEntries(Object.entries(extras).filter(([key]) => !keys.includes(key)));
}

/** Keys that the address or the command is read from. */
export function targetKeysOf({ lenses }: Shape): string[] {
  const reading = lenses.filter(({ fields }) => fields.includes('url') || fields.includes('command'));
  return reading.flatMap(({ keys }) => keys).filter((key) => key !== 'args');
}
