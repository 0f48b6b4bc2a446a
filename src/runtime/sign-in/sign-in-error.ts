import { visible } from '../../model/visible.ts';

export type SignInProblem =
  /** No response in time. */
  | 'timeout'
  /** The person or the authorization server refused. */
  | 'denied'
  /** The server does not name an authorization server. */
  | 'undiscovered'
  /** The response does not belong to this sign-in. */
  | 'mismatch'
  /** The address must not be contacted. */
  | 'refused'
  | 'port-taken'
  /** We have no client id and cannot register one. */
  | 'unregistered'
  /** An invalid setting in the definition. */
  | 'settings'
  /** The server requires no authentication. */
  | 'not-needed'
  | 'other';

/**
 * A failed sign-in. The message contains no secrets. The original error is not attached as `cause`: it may contain
 * secrets, and loggers print causes.
 */
export class SignInError extends Error {
  readonly problem: SignInProblem;
  /** What a person can do about it. */
  readonly tip?: string;

  constructor(problem: SignInProblem, message: string, tip?: string) {
    super(message);
    this.name = 'SignInError';
    this.problem = problem;
    if (tip !== undefined) this.tip = tip;
  }
}

export function failed(problem: SignInProblem, why: string, tip?: string): SignInError {
  return new SignInError(problem, `OAuth authentication failed: ${why}`, tip);
}

export function timedOut(): SignInError {
  return new SignInError('timeout', 'OAuth flow timed out. Please try again.');
}

export function undiscovered(server: string): SignInError {
  const message = `Authentication required by ${server}, but OAuth endpoints could not be discovered`;
  const tip = 'Give the server a token in "headers", or name its authorization server in "auth".';
  return new SignInError('undiscovered', message, tip);
}

/** A URL without its potentially secret parts. */
export function shownAddress(address: string | URL): string {
  const { origin, pathname } = new URL(address);
  return visible(`${origin}${pathname === '/' ? '' : pathname}`);
}
