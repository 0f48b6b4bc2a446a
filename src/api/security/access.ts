import { randomBytes } from 'node:crypto';
import { equalInConstantTime } from './constant-time.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Credentials for the API server. */
export interface Access {
  readonly links: OneTimeLinks;
  readonly sessions: Sessions;
  /** Known only to processes of this user; lets another `plugboard ui` request a link. */
  readonly secret: string;
  /** The listening address; set once the server listens. */
  readonly place: Place;
}

export interface Place {
  port: number;
  url: string;
}

export function createAccess(secret: string, place: Place, now?: () => number): Access {
  return { links: createOneTimeLinks(now), sessions: createSessions(), secret, place };
}

/** Long enough to copy a link from a terminal, too short for it to be found later. */
const VALID_MS = 60_000;

/** Sign-in links that each admit one browser, once. */
interface OneTimeLinks {
  /** Returns the token of a new link. */
  mint(): string;
  /** True once per token, and only for a minute. */
  redeem(token: string): boolean;
}

function createOneTimeLinks(now: () => number = Date.now): OneTimeLinks {
  let open: readonly { readonly token: string; readonly until: number }[] = [];
  return {
    mint() {
      const token = randomBytes(32).toString('base64url');
      open = [...open.filter(({ until }) => until > now()), { token, until: now() + VALID_MS }];
      return token;
    },
    redeem(token) {
      const found = open.find((link) => equalInConstantTime(link.token, token));
      open = open.filter((link) => link !== found && link.until > now());
      return found !== undefined && found.until > now();
    },
  };
}
