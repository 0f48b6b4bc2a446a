import { splitReferences } from '../../../../../src/model/reference.ts';
import { isMap } from '../../../../../src/model/value.ts';

/** All `${VAR}` and `${VAR:-default}` in a value by name, each with its default if it has one everywhere. */
export function variablesIn(value: unknown): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  collect(value, found);
  return found;
}

function collect(value: unknown, found: Map<string, string | undefined>): void {
  if (typeof value === 'string') {
    for (const part of splitReferences(value)) {
      if (typeof part === 'string') continue;
      const isBare = found.has(part.name) && found.get(part.name) === undefined;
      found.set(part.name, isBare ? undefined : part.fallback);
    }
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (isMap(value)) {
    for (const item of Object.values(value)) collect(item, found);
  }
}
