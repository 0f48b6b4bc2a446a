import { shapeOf } from '../clients/read-document.ts';
import type { Entry } from '../clients/read-document.ts';
import { readEntry } from '../clients/read-entry.ts';
import type { Client } from '../clients/types.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import type { Range } from '../model/position.ts';
import type { ParsedFile } from './parsed-files.ts';
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

/** Whether the client obeys a switch in the entry; one that it ignores leaves the server on, whatever its author meant. */
export function isOff(
  client: Client,
  source: ParsedFile,
  { native, server, ignored }: Pick<Entry, 'native' | 'server' | 'ignored'>,
): boolean {
  if (server.disabled !== true) return false;
  const deaf = ignored.filter((key) => ['disabled', 'enabled'].includes(key));
  if (deaf.length === 0) return true;
  const heard = Object.fromEntries(Object.entries(native).filter(([key]) => !deaf.includes(key)));
  return readEntry(client, shapeOf(client, source.document?.value), heard).server.disabled === true;
}
