import { canonicalFields } from '../../clients/canonical-fields.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, setOwn, type ValueMap } from '../../model/value.ts';

/**
 * A definition together with what only the present entry says: settings that one client alone knows, and words that
 * change nothing. They are no difference between the two, and writing the definition must not lose them.
 */
export function keepingOwn(wanted: Server, present: Server): Server {
  const result: ValueMap = { ...(wanted as ValueMap) };
  for (const [field, value] of Object.entries(present as ValueMap)) {
    if (field === 'extras' || Object.hasOwn(result, field)) continue;
    if (!getOwn(canonicalFields as Record<string, { matters: boolean }>, field)?.matters) setOwn(result, field, value);
  }
  const extras: ValueMap = { ...present.extras };
  for (const [owner, settings] of Object.entries(wanted.extras ?? {})) {
    const there = getOwn(extras, owner);
    setOwn(extras, owner, isMap(there) && isMap(settings) ? { ...there, ...settings } : settings);
  }
  return Object.keys(extras).length === 0 ? result : { ...result, extras };
}
