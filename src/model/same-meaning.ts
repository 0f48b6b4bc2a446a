import type { Server } from './server.ts';
import { isMap, sameValue, type Value, type ValueMap } from './value.ts';

/** Whether two definitions mean the same, regardless of spelling: an empty list and `disabled: false` have no effect. */
export function sameMeaning(a: Server, b: Server): boolean {
  return sameValue(withoutIdleFields(a) as Value, withoutIdleFields(b) as Value);
}

/** The value of a field; undefined if the field means the same as an absent one. */
export function effectiveValue(field: string, value: Value | undefined): Value | undefined {
  return hasNoEffect(field, value) ? undefined : value;
}

function hasNoEffect(field: string, value: Value | undefined): boolean {
  if (value === undefined || (field === 'disabled' && value === false)) return true;
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;
}

/** The definition without fields that have no effect, such as an empty list. */
export function withoutIdleFields(server: Server): Server {
  const fields = Object.entries(server as ValueMap);
  return fields.some(([field, value]) => hasNoEffect(field, value))
    ? Object.fromEntries(fields.filter(([field, value]) => !hasNoEffect(field, value)))
    : server;
}
