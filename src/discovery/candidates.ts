import { sharedFileReader } from '../clients/well-known.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { isUnusable } from './entry.ts';
import { isSharedFile, priorityOf } from './providers.ts';
import type { DiscoveredClient, DiscoveredEntry, Discovery } from './types.ts';

/** A definition that could become the active one of its name. */
export interface Candidate {
  readonly entry: DiscoveredEntry;
  readonly issues: readonly Diagnostic[];
  readonly usable: boolean;
}

/** All definitions, sorted by descending priority. */
export function candidatesOf({ project, clients }: Discovery): Candidate[] {
  const reader = sharedReaders(project, clients);
  const ranked = clients.flatMap((found) =>
    candidatesIn(found).flatMap((candidate) => {
      const { client, distance, file } = candidate.entry;
      const isShared = isSharedFile(file, project);
      if (isShared && reader(candidate.entry) !== client.id) return [];
      return [{ candidate, priority: priorityOf(client, isShared), isShared, distance }];
    }),
  );
  // The entries of a client are sorted already, and the sort is stable.
  return ranked
    .toSorted((a, b) => b.priority - a.priority || (a.isShared && b.isShared ? a.distance - b.distance : 0))
    .map(({ candidate }) => candidate);
}

/** Entries that the client merges are one candidate. */
function candidatesIn({ entries, names }: DiscoveredClient): Candidate[] {
  const mergedCandidates = new Map<DiscoveredEntry, Candidate>();
  const parts = new Set<DiscoveredEntry>();
  for (const { active, merged, issues } of names) {
    const [first] = merged ?? [];
    if (!merged || !first) continue;
    for (const part of merged) parts.add(part);
    const all = [...merged.flatMap((part) => part.issues), ...issues];
    mergedCandidates.set(first, { entry: active ?? first, issues: all, usable: active !== undefined });
  }
  return entries.flatMap((entry) => {
    const candidate = mergedCandidates.get(entry);
    if (candidate) return [candidate];
    return parts.has(entry) ? [] : [{ entry, issues: entry.issues, usable: !isUnusable(entry.issues) }];
  });
}

/**
 * Selects the client whose reading of a shared file is used, because several clients read the same entries. A client in
 * which the entry is disabled wins.
 */
function sharedReaders(project: string, clients: readonly DiscoveredClient[]): (entry: DiscoveredEntry) => string {
  const readers = new Map<string, string>();
  const off = new Map<string, string>();
  const preferredFirst = clients.toSorted(
    (a, b) => Number(b.client.id === sharedFileReader) - Number(a.client.id === sharedFileReader),
  );
  for (const { client, entries } of preferredFirst) {
    for (const { file, name, server } of entries) {
      if (!isSharedFile(file, project)) continue;
      if (!readers.has(file)) readers.set(file, client.id);
      if (server.disabled === true && !off.has(`${file}\0${name}`)) off.set(`${file}\0${name}`, client.id);
    }
  }
  return ({ file, name }) => off.get(`${file}\0${name}`) ?? readers.get(file) ?? '';
}
