import { type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import type { Range } from '../model/diagnostics/position.ts';
import type { DiscoveredEntry } from './types.ts';

/** A shared prototype: an accessor per entry would need more memory than the rest of the entry. */
const lazyRange = {
  get range(): Range | undefined {
    const { source, path } = this as unknown as DiscoveredEntry;
    return source.rangeAt(path);
  },
};

/** An entry that computes its range on first access. */
export function makeEntry(fields: Omit<DiscoveredEntry, 'range'>): DiscoveredEntry {
  return Object.assign(Object.create(lazyRange) as { readonly range: Range | undefined }, fields);
}

export function withFindings(entry: DiscoveredEntry, findings: readonly Diagnostic[]): DiscoveredEntry {
  return makeEntry({ ...entry, findings });
}

/** Whether the diagnostics contain an error, so that the server cannot be used. */
export function isUnusable(findings: readonly Diagnostic[]): boolean {
  return findings.some(isError);
}
