import { visible } from '../../model/visible.ts';

export type SignInProblem =
  /** Nobody has answered in time. */
  | 'timeout'
  /** The person, or the authorization server, has said no. */
  | 'denied'
  /** The server does not say where to sign in. */
  | 'undiscovered'
  /** What came back does not belong to this sign-in. */
  | 'mismatch'
  /** An address that is not contacted. */
  | 'refused'
  | 'port-taken'
  /** We are nobody to the authorization server, and cannot become somebody ourselves. */
  | 'unregistered'
  /** Something in the definition of the server. */
  | 'settings'
  /** The server lets everybody in. */
  | 'not-needed'
  | 'other';

/**
 * Nobody is signed in. The message is for people, and holds no secret. What caused it stays behind: it may hold one, and
 * whoever prints an error prints its cause too.
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

/** An address without what may be secret in it. */
export function shownAddress(address: string | URL): string {
  const { origin, pathname } = new URL(address);
  return visible(`${origin}${pathname === '/' ? '' : pathname}`);
}
