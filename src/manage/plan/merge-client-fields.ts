import { canonicalFields } from '../../model/fields/canonical-fields.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../../model/value.ts';

/**
 * Returns a definition with fields that only the current entry has: client-specific settings and keys without effect.
 * They do not count as differences, and writing the definition must keep them.
 */
export function mergeClientFields(wanted: Server, present: Server): Server {
  const kept = Object.keys(present).filter((field) => field !== 'extras' && isOwn(field, wanted));
  if (kept.length === 0 && present.extras === undefined) return wanted;
  const result: ValueMap = { ...(wanted as ValueMap) };
  for (const field of kept) setOwn(result, field, (present as ValueMap)[field] as Value);
  const extras: ValueMap = { ...present.extras };
  for (const [owner, settings] of Object.entries(wanted.extras ?? {})) {
    const there = getOwn(extras, owner);
    setOwn(extras, owner, isMap(there) && isMap(settings) ? { ...there, ...settings } : settings);
  }
  return Object.keys(extras).length === 0 ? result : { ...result, extras };
}

function isOwn(field: string, wanted: Server): boolean {
  return !Object.hasOwn(wanted, field) && !getOwn<{ readonly matters: boolean }>(canonicalFields, field)?.matters;
}
