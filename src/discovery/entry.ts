import { type Diagnostic, isError } from '../model/diagnostic.ts';
import type { Range } from '../model/position.ts';
import type { DiscoveredEntry } from './types.ts';

/** Shared by all entries: an accessor of its own would cost each of them more than everything else in it. */
const lookedUp = {
  get range(): Range | undefined {
    const { source, path } = this as unknown as DiscoveredEntry;
    return source.rangeAt(path);
  },
};

/** An entry that finds its place in the text only when somebody asks for it. */
export function makeEntry(fields: Omit<DiscoveredEntry, 'range'>): DiscoveredEntry {
  return Object.assign(Object.create(lookedUp) as { readonly range: Range | undefined }, fields);
}

export function withFindings(entry: DiscoveredEntry, findings: readonly Diagnostic[]): DiscoveredEntry {
  return makeEntry({ ...entry, findings });
}

/** Whether these findings keep a server from being used as it is defined. */
export function isUnusable(findings: readonly Diagnostic[]): boolean {
  return findings.some(isError);
}
