import { type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import { distinct } from './discover.ts';
import type { DiscoveredFile, Discovery } from './types.ts';

/**
 * Errors of files whose servers, or lists of disabled servers, could not be read, so that a result is incomplete. If
 * several clients read a file, each of them must be able to parse it.
 */
export function unreadFiles({ clients }: Pick<Discovery, 'clients'>): Diagnostic[] {
  return distinct(clients.flatMap(({ files }) => files.flatMap(gapsIn)));
}

/** A duplicate key does not prevent reading: clients use the last value. */
function gapsIn({ issues }: DiscoveredFile): Diagnostic[] {
  return issues.filter((issue) => isError(issue) && issue.code !== 'duplicate-key');
}
