import { failureLead, noSignInLead, signInLead } from '../../live/log-connections.ts';
import type { ServerLogEntry } from '../../store/server-logs.ts';

/** What went wrong when a server was used. */
export interface Trouble extends ServerLogEntry {
  /** It wants to know who asks, and nothing else is wrong. */
  readonly isAboutSignIn: boolean;
}

/** Why each server failed the last time it was used; those that have worked since are not in it. */
export function lastTroubles(entries: readonly ServerLogEntry[]): Map<string, Trouble> {
  const troubles = new Map<string, Trouble>();
  /** Servers that want a sign-in they do not have, as an attempt has shown. */
  const unsignable = new Map<string, Trouble>();
  for (const entry of entries) {
    const { server, message } = entry;
    const lead = leads.find((one) => message.startsWith(one));
    const trouble = lead !== undefined && { ...entry, message: message.slice(lead.length), isAboutSignIn: false };
    if (trouble && lead === noSignInLead) unsignable.set(server, trouble);
    if (trouble && lead === signInLead)
      troubles.set(server, unsignable.get(server) ?? { ...trouble, isAboutSignIn: true });
    else if (trouble) troubles.set(server, trouble);
    else if (message === 'connected') for (const known of [troubles, unsignable]) known.delete(server);
  }
  return troubles;
}

const leads = [failureLead, signInLead, noSignInLead];
