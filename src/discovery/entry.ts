import type { Entry } from '../clients/read-document.ts';
import { type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import type { Range } from '../model/diagnostics/position.ts';
import type { DiscoveredEntry } from './types.ts';

/** Where an entry was found. */
type Found = Omit<DiscoveredEntry, keyof Entry | 'range'>;

/** A class, because thousands of entries are made: spreading them field by field takes longer than reading them. */
class PlacedEntry implements DiscoveredEntry {
  readonly name: DiscoveredEntry['name'];
  readonly path: DiscoveredEntry['path'];
  readonly native: DiscoveredEntry['native'];
  readonly server: DiscoveredEntry['server'];
  readonly ignored: DiscoveredEntry['ignored'];
  readonly off: DiscoveredEntry['off'];
  readonly mismatches: DiscoveredEntry['mismatches'];
  readonly isTransportAmbiguous: DiscoveredEntry['isTransportAmbiguous'];
  readonly client: DiscoveredEntry['client'];
  readonly location: DiscoveredEntry['location'];
  readonly scope: DiscoveredEntry['scope'];
  readonly file: DiscoveredEntry['file'];
  readonly source: DiscoveredEntry['source'];
  readonly distance: DiscoveredEntry['distance'];
  readonly issues: DiscoveredEntry['issues'];

  constructor(entry: Entry, { client, location, scope, file, source, distance, issues }: Found) {
    this.name = entry.name;
    this.path = entry.path;
    this.native = entry.native;
    this.server = entry.server;
    this.ignored = entry.ignored;
    this.off = entry.off;
    this.mismatches = entry.mismatches;
    this.isTransportAmbiguous = entry.isTransportAmbiguous;
    this.client = client;
    this.location = location;
    this.scope = scope;
    this.file = file;
    this.source = source;
    this.distance = distance;
    this.issues = issues;
  }

  /** Computed on access, because most ranges are never needed. */
  get range(): Range | undefined {
    return this.source.rangeAt(this.path);
  }
}

export function makeEntry(entry: Entry, found: Found): DiscoveredEntry {
  return new PlacedEntry(entry, found);
}

export function withIssues(entry: DiscoveredEntry, issues: readonly Diagnostic[]): DiscoveredEntry {
  const { client, location, scope, file, source, distance } = entry;
  return makeEntry(entry, { client, location, scope, file, source, distance, issues });
}

/** Whether the diagnostics contain an error, so that the server cannot be used. */
export function isUnusable(issues: readonly Diagnostic[]): boolean {
  return issues.some(isError);
}
