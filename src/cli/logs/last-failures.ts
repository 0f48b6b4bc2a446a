import { failureLead, noSignInLead, signInLead } from '../../live/log-connections.ts';
import type { ServerLogEntry } from '../../store/logs/server-logs.ts';

/** The last failure of a server. */
export interface LastFailure extends ServerLogEntry {
  /** Whether the only problem is a missing sign-in. */
  readonly isAboutSignIn: boolean;
}

/** The last failure of each server, without servers that have connected since. */
export function lastFailures(entries: readonly ServerLogEntry[]): Map<string, LastFailure> {
  const failures = new Map<string, LastFailure>();
  /** Servers that require authentication but do not support signing in, as an attempt has shown. */
  const unsignable = new Map<string, LastFailure>();
  for (const entry of entries) {
    const { server, message } = entry;
    const lead = leads.find((one) => message.startsWith(one));
    const failure = lead !== undefined && { ...entry, message: message.slice(lead.length), isAboutSignIn: false };
    if (failure && lead === noSignInLead) unsignable.set(server, failure);
    if (failure && lead === signInLead)
      failures.set(server, unsignable.get(server) ?? { ...failure, isAboutSignIn: true });
    else if (failure) failures.set(server, failure);
    else if (message === 'connected') for (const known of [failures, unsignable]) known.delete(server);
  }
  return failures;
}

const leads = [failureLead, signInLead, noSignInLead];
