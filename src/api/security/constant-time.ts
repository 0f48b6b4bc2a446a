import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, without revealing the length. */
export function equalInConstantTime(secret: string, given: string): boolean {
  return timingSafeEqual(digest(secret), digest(given));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
