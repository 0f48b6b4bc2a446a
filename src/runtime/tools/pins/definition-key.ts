import { inferTransport } from '../../../model/server.ts';
import type { ServerToRun } from '../../types.ts';
import { hashOf } from '../canonical.ts';

/** Says nothing about what is started or contacted, so changing it does not make another server. */
const beside = ['name', 'disabled', 'timeout', 'retries', 'platforms', 'tools', 'title', 'description', 'extras'];

/**
 * Stands for a definition with its references as they are written: nothing needs to be resolved to look it up. The
 * project belongs to it, because the same relative command is another program in another folder.
 */
export function definitionKey({ server, origin }: ServerToRun): string {
  const relevant = Object.entries(server).filter(([key, value]) => !beside.includes(key) && value !== undefined);
  const definition = { ...Object.fromEntries(relevant), transport: inferTransport(server) };
  return hashOf({ definition, project: origin?.project });
}
