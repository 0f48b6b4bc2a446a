import type { Server } from './server.ts';
import { isMap, sameValue, type Value, type ValueMap } from './value.ts';

/** Whether two definitions mean the same, whatever their spelling: an empty list and `disabled: false` say nothing. */
export function sameMeaning(a: Server, b: Server): boolean {
  return sameValue(spoken(a) as Value, spoken(b) as Value);
}

/** Whether a field with this value means the same as without the field. */
export function saysNothing(field: string, value: Value | undefined): boolean {
  if (value === undefined || (field === 'disabled' && value === false)) return true;
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;
}

/** The definition without fields that say nothing. */
export function spoken(server: Server): Server {
  const fields = Object.entries(server as ValueMap);
  return fields.some(([field, value]) => saysNothing(field, value))
    ? Object.fromEntries(fields.filter(([field, value]) => !saysNothing(field, value)))
    : server;
}
