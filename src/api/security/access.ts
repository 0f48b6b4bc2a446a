import { createOneTimeLinks, type OneTimeLinks } from './one-time-links.ts';
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
