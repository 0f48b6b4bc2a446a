import { failureLead, signInLead } from '../../live/log-connections.ts';
import type { ServerLogEntry } from '../../store/server-logs.ts';

/** What went wrong when a server was used. */
export interface Trouble extends ServerLogEntry {
  /** It wants to know who asks, and nothing else is wrong. */
  readonly isAboutSignIn: boolean;
}

/** Why each server failed the last time it was used; those that have worked since are not in it. */
export function lastTroubles(entries: readonly ServerLogEntry[]): Map<string, Trouble> {
  const troubles = new Map<string, Trouble>();
  for (const entry of entries) {
    const { server, message } = entry;
    const lead = [failureLead, signInLead].find((one) => message.startsWith(one));
    if (lead !== undefined)
      troubles.set(server, { ...entry, message: message.slice(lead.length), isAboutSignIn: lead === signInLead });
    else if (message === 'connected') troubles.delete(server);
  }
  return troubles;
}
