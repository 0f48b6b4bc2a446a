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
    const { server, code, text = entry.message } = entry;
    const failure = { ...entry, message: text, isAboutSignIn: false };
    if (code === 'sign-in-unavailable') unsignable.set(server, failure);
    if (code === 'sign-in-needed') failures.set(server, unsignable.get(server) ?? { ...failure, isAboutSignIn: true });
    if (code === 'failed' || code === 'sign-in-unavailable') failures.set(server, failure);
    if (code === 'connected') for (const known of [failures, unsignable]) known.delete(server);
  }
  return failures;
}
