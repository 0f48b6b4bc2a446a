import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares without telling by its time how much is right, or how long the secret is. */
export function isSameSecret(secret: string, given: string): boolean {
  return timingSafeEqual(digest(secret), digest(given));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
