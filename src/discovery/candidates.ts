import { sharedFileReader } from '../clients/well-known.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isUnusable } from './entry.ts';
import { isSharedFile, priorityOf } from './providers.ts';
import type { DiscoveredClient, DiscoveredEntry, Discovery } from './types.ts';

/** A definition that could be taken for its name. */
export interface Candidate {
  readonly entry: DiscoveredEntry;
  readonly findings: readonly Diagnostic[];
  readonly usable: boolean;
}

/** All definitions, the ones to be preferred first. */
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
  // Within a client the entries are in order already, and sorting keeps that.
  return ranked
    .toSorted((a, b) => b.priority - a.priority || (a.isShared && b.isShared ? a.distance - b.distance : 0))
    .map(({ candidate }) => candidate);
}

/** What the client merges counts as one. */
function candidatesIn({ entries, names }: DiscoveredClient): Candidate[] {
  const wholes = new Map<DiscoveredEntry, Candidate>();
  const parts = new Set<DiscoveredEntry>();
  for (const { inForce, merged, findings } of names) {
    const [first] = merged ?? [];
    if (!merged || !first) continue;
    for (const part of merged) parts.add(part);
    const all = [...merged.flatMap((part) => part.findings), ...findings];
    wholes.set(first, { entry: inForce ?? first, findings: all, usable: inForce !== undefined });
  }
  return entries.flatMap((entry) => {
    const whole = wholes.get(entry);
    if (whole) return [whole];
    return parts.has(entry) ? [] : [{ entry, findings: entry.findings, usable: !isUnusable(entry.findings) }];
  });
}

/**
 * Which client's reading of an entry of a shared file is taken: the others read the same entry again. Where a person has
 * switched it off in one of them, that one's.
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
