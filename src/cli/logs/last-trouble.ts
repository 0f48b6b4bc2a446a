import { failureLead } from '../../live/log-connections.ts';
import type { ServerLogEntry } from '../../store/server-logs.ts';

/** Why each server failed the last time it was used; those that have worked since are not in it. */
export function lastTroubles(entries: readonly ServerLogEntry[]): Map<string, ServerLogEntry> {
  const troubles = new Map<string, ServerLogEntry>();
  for (const entry of entries) {
    const { server, message } = entry;
    if (message.startsWith(failureLead)) troubles.set(server, { ...entry, message: message.slice(failureLead.length) });
    else if (message === 'connected') troubles.delete(server);
  }
  return troubles;
}
