import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import { fingerprint } from '../read/fingerprint.ts';

/** Equal for two definitions that start or contact the same server with the same values. */
export function definitionKey(server: Server): string {
  return fingerprint(Buffer.from(runDefinition(server)));
}
