import { because } from '../model/loss.ts';
import { hasVariable } from '../model/reference.ts';
import type { Server } from '../model/server.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../model/value.ts';
import { canonicalFields } from './canonical-fields.ts';
import type { EntryDraft } from './entry-draft.ts';
import { vocabularyOf } from './read-entry.ts';
import type { Client, Shape } from './types.ts';

/** Fields that no lens carries: kept in the file where the client tolerates them, and reported where that changes something. */
export function writeRest(client: Client, shape: Shape, server: Server, draft: EntryDraft): void {
  const vocabulary = vocabularyOf(client, shape);
  const carried = new Set(['name', 'extras', 'disabled', ...shape.lenses.flatMap((lens) => lens.fields)]);
  for (const [field, value] of Object.entries(server as ValueMap)) {
    if (carried.has(field)) continue;
    const survives = !vocabulary.has(field) && mayKeep(client, value);
    if (survives) setOwn(draft.entry, field, value);
    reportRest(client, field, survives, draft);
  }
  const sides = carried.has('tools') && isMap(server.tools) ? Object.keys(server.tools) : [];
  for (const side of sides.filter((one) => one !== 'allow' && one !== 'deny'))
    draft.lose(`tools.${side}`, 'dropped', because('no-such-setting'));
}

function reportRest(client: Client, field: string, survives: boolean, draft: EntryDraft): void {
  const known = getOwn(canonicalFields, field);
  if (survives && !known?.matters) return;
  const note = client.ignores?.[field];
  if (survives) draft.lose(field, 'dropped', because('kept-without-effect', note ?? because('no-such-setting').why));
  else if (note !== undefined) draft.lose(field, 'dropped', because('without-effect', note));
  else draft.lose(field, 'dropped', because(known ? 'no-such-setting' : 'unknown-key-rejected'));
}

/** Whether a key without effect may stand in the file; one with a reference would show it as plain text. */
function mayKeep(client: Client, value: Value): boolean {
  if (client.unknownKeys !== 'kept') return false;
  return client.references.syntax !== undefined || !hasVariable(JSON.stringify(value));
}

/** What only some client knows: this one's own settings come back, those of others stay behind. */
export function writeExtras(client: Client, server: Server, draft: EntryDraft): void {
  for (const [owner, extras] of Object.entries(server.extras ?? {})) {
    if (owner !== client.id) draft.lose(`extras.${owner}`, 'dropped', because('of-other-client', owner));
    else if (isMap(extras)) draft.fillIn(extras);
  }
}
