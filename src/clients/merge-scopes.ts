import { because } from '../model/diagnostics/loss.ts';
import { isMap, setOwn, type ValueMap } from '../model/value.ts';
import type { EntryDraft } from './entry-draft.ts';

/**
 * Sets fields explicitly that a client would otherwise inherit from an entry of the same name in another file, because
 * it merges entries by field. Fields that cannot be overridden are reported as losses.
 */
export function overrideInherited(draft: EntryDraft, other: ValueMap): void {
  const native = draft.entry;
  const inherit = (field: string): void => {
    draft.reportLoss(field, 'mapped', because('inherited-from-other-file'));
  };
  for (const started of ['command', 'url']) {
    if (Object.hasOwn(other, started) && !Object.hasOwn(native, started)) {
      return draft.refuse('transport', because('merged-with-other-file', started));
    }
  }
  for (const [key, value] of Object.entries(other)) {
    const ours = Object.hasOwn(native, key) ? native[key] : undefined;
    if (ours === undefined && Array.isArray(value)) setOwn(native, key, []);
    else if (ours === undefined && key === 'enabled') setOwn(native, key, true);
    else if (ours === undefined) inherit(key);
    else if (isMap(ours) && isMap(value)) reportInherited(key, ours, value, inherit);
  }
}

function reportInherited(key: string, ours: ValueMap, other: ValueMap, inherit: (field: string) => void): void {
  for (const inner of Object.keys(other)) {
    if (!Object.hasOwn(ours, inner)) inherit(`${key}.${inner}`);
  }
}
