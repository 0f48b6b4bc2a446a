import { type Diagnostic, isError } from '../model/diagnostic.ts';
import { distinct } from './discover.ts';
import type { DiscoveredFile, Discovery } from './types.ts';

/**
 * Why servers, or lists of switched-off servers, could not be taken from some files: an answer that should hold what
 * stands there is incomplete. Of a file with several readers each of them has to understand it.
 */
export function unreadFiles({ clients }: Pick<Discovery, 'clients'>): Diagnostic[] {
  return distinct(clients.flatMap(({ files }) => files.flatMap(gapsIn)));
}

/** Of a key that stands twice readers take the last, so the file has been read. */
function gapsIn({ findings }: DiscoveredFile): Diagnostic[] {
  return findings.filter((finding) => isError(finding) && finding.code !== 'duplicate-key');
}
