import { shapeOf } from '../clients/read-document.ts';
import { readEntry } from '../clients/read-entry.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import type { DiscoveredEntry } from './types.ts';

/** An entry that finds its place in the text only when somebody asks for it. */
export function makeEntry(fields: Omit<DiscoveredEntry, 'range' | 'file' | 'scope'>): DiscoveredEntry {
  const { source, location, path } = fields;
  return {
    ...fields,
    file: source.path,
    scope: location.scope,
    get range() {
      return source.rangeAt(path);
    },
  };
}

/** A copy that, unlike one made by spreading, does not ask for the place. */
export function withFindings(entry: DiscoveredEntry, findings: readonly Diagnostic[]): DiscoveredEntry {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(entry)) as DiscoveredEntry;
  return Object.defineProperty(copy, 'findings', { value: findings });
}

/** Nobody can use the server as it is defined. An odd name is no such reason: clients take those as they are. */
export function isUnusable(findings: readonly Diagnostic[]): boolean {
  return findings.some((finding) => isError(finding) && !finding.code.startsWith('name-'));
}

/** Whether the client obeys a switch in the entry; one that it ignores leaves the server on, whatever its author meant. */
export function isOff({
  client,
  source,
  native,
  server,
  ignored,
}: Pick<DiscoveredEntry, 'client' | 'source' | 'native' | 'server' | 'ignored'>): boolean {
  if (server.disabled !== true) return false;
  const deaf = ignored.filter((key) => ['disabled', 'enabled'].includes(key));
  if (deaf.length === 0) return true;
  const heard = Object.fromEntries(Object.entries(native).filter(([key]) => !deaf.includes(key)));
  return readEntry(client, shapeOf(client, source.document?.value), heard).server.disabled === true;
}
