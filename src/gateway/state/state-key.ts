import { hkdfSync } from 'node:crypto';

/** Anyone who can read the store could guess a shorter secret. */
export const STATE_KEY_LENGTH = 32;

/** A key for one purpose, derived from the secret that all replicas have and the store has not. */
export function stateKeyFor(purpose: 'audit' | 'sign-in', secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'plugboard', purpose, 32));
}
