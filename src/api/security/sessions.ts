import { randomBytes } from 'node:crypto';
import { isSameSecret } from './same-secret.ts';

/** Browsers that came in by a link. They stay until the server of the page ends. */
export interface Sessions {
  /** What the browser keeps in its cookie. */
  open(): string;
  has(cookie: string | undefined): boolean;
}

export function createSessions(): Sessions {
  const cookies: string[] = [];
  return {
    open() {
      const cookie = randomBytes(32).toString('base64url');
      cookies.push(cookie);
      return cookie;
    },
    has: (given) => given !== undefined && cookies.some((cookie) => isSameSecret(cookie, given)),
  };
}

/** Browsers do not tell cookies of two ports of one host apart, so the name does. */
export function cookieName(port: number): string {
  return `plugboard_${port}`;
}
