import { type Entry, findEntry, shapeOf } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import { mergeMaps } from '../../discovery/merge-entries.ts';
import { placesOf } from '../../discovery/search-locations.ts';
import type { Server } from '../../model/server.ts';
import type { ValueMap } from '../../model/value.ts';
import type { OpenDocument, PlanDraft } from './plan-draft.ts';
import { surroundingsOf } from './target.ts';

/**
 * Merges an entry with those of the same name in the client's other files, for clients that merge field by field.
 * Undefined when there is nothing to merge.
 */
export async function wholeServer(draft: PlanDraft, document: OpenDocument, entry: Entry): Promise<Server | undefined> {
  const { client, revision } = document;
  if (client.merge !== 'fields') return undefined;
  const parts = new Map<string, ValueMap>();
  for (const { location, distance } of placesOf(client, surroundingsOf(draft.host))) {
    if (location.unread || distance > 0) continue;
    const { scope, variant } = location;
    // An unreadable file has its own diagnostic; the client skips it too.
    const other = await draft
      .open({ client, scope, ...(variant === undefined ? {} : { variant }) })
      .catch(() => undefined);
    const part = other && findEntry(client, other.revision.value, other.place, entry.name);
    if (other && part && !parts.has(other.path)) parts.set(other.path, part.native);
  }
  if (parts.size < 2) return undefined;
  const native = [...parts.values()].reduceRight((below, above) => mergeMaps(below, above), {});
  return readEntry(client, shapeOf(client, revision.value), native).server;
}
