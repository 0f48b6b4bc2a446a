import { splitReferences } from '../../../../../src/model/reference.ts';
import { isMap } from '../../../../../src/model/value.ts';

/** The names of all `${VAR}` and `${VAR:-default}` in a value, without duplicates. */
export function variablesIn(value: unknown): string[] {
  const names = new Set<string>();
  collect(value, names);
  return [...names];
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    for (const part of splitReferences(value)) if (typeof part !== 'string') names.add(part.name);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, names);
  } else if (isMap(value)) {
    for (const item of Object.values(value)) collect(item, names);
  }
}
