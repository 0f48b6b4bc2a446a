import { randomBytes } from 'node:crypto';
import { equalInConstantTime } from './constant-time.ts';

/** Signed-in browsers. Sessions last until the API server exits. */
export interface Sessions {
  /** The cookie value. */
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
    has: (given) => given !== undefined && cookies.some((cookie) => equalInConstantTime(cookie, given)),
  };
}

/** Browsers share cookies between ports of a host, so the name contains the port. */
export function cookieName(port: number): string {
  return `plugboard_${port}`;
}
