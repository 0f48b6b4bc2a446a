import { inferTransport } from '../../../model/server.ts';
import type { ServerToRun } from '../../types.ts';
import { hashOf } from '../canonical.ts';

/** Fields that do not affect what is started or contacted, so changing them does not make it a different server. */
const ignoredFields = [
  'name',
  'disabled',
  'timeout',
  'retries',
  'platforms',
  'tools',
  'title',
  'description',
  'extras',
];

/**
 * Key of an unresolved definition, so that a lookup resolves nothing. Includes the project, because a relative command
 * is a different program in another folder.
 */
export function definitionKey({ server, origin }: ServerToRun): string {
  const relevant = Object.entries(server).filter(([key, value]) => !ignoredFields.includes(key) && value !== undefined);
  const definition = { ...Object.fromEntries(relevant), transport: inferTransport(server) };
  return hashOf({ definition, project: origin?.project });
}
