import { isMap, setOwn, type ValueMap } from '../model/value.ts';
import type { EntryWriter } from './types.ts';

/**
 * Some clients merge entries of the same name from several files field by field. What the new entry leaves out would
 * then come from the other file, so it is said explicitly where that is possible, and reported where it is not.
 */
export function shieldFromOther(
  native: ValueMap,
  other: ValueMap,
  lose: EntryWriter['lose'],
  refuse: EntryWriter['refuse'],
): void {
  for (const started of ['command', 'url']) {
    if (Object.hasOwn(other, started) && !Object.hasOwn(native, started)) {
      return refuse('transport', `an entry of this name in another file has "${started}", and both would be merged`);
    }
  }
  for (const [key, value] of Object.entries(other)) {
    const ours = Object.hasOwn(native, key) ? native[key] : undefined;
    if (ours === undefined && Array.isArray(value)) setOwn(native, key, []);
    else if (ours === undefined && key === 'enabled') setOwn(native, key, true);
    else if (ours === undefined) lose(key, 'mapped', 'it is taken over from the entry of this name in another file');
    else if (isMap(ours) && isMap(value)) reportInherited(key, ours, value, lose);
  }
}

function reportInherited(key: string, ours: ValueMap, other: ValueMap, lose: EntryWriter['lose']): void {
  for (const inner of Object.keys(other)) {
    if (!Object.hasOwn(ours, inner))
      lose(`${key}.${inner}`, 'mapped', 'it is taken over from the entry of this name in another file');
  }
}
