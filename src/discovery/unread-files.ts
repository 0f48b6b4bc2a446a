import { type Diagnostic, isError } from '../model/diagnostic.ts';
import { distinct } from './discover.ts';
import { groupBy } from './group-by.ts';
import type { DiscoveredFile, Discovery } from './types.ts';

/**
 * Why servers, or lists of switched-off servers, could not be taken from some files: an answer that should hold what
 * stands there is incomplete. A file that one of its readers understands has been read.
 */
export function unreadFiles({ clients }: Pick<Discovery, 'clients'>): Diagnostic[] {
  const readings = groupBy(
    clients.flatMap(({ files }) => files),
    ({ path }) => path,
  );
  const unread = Array.from(readings.values(), (files) => files.map(gapsIn)).filter((gaps) =>
    gaps.every((one) => one.length > 0),
  );
  return distinct(unread.flat(2));
}

/** Of a key that stands twice readers take the last, so the file has been read. */
function gapsIn({ findings }: DiscoveredFile): Diagnostic[] {
  return findings.filter((finding) => isError(finding) && finding.code !== 'duplicate-key');
}
