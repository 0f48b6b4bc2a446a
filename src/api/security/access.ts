import { createOneTimeLinks, type OneTimeLinks } from './one-time-links.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Who may talk to the server of the page. */
export interface Access {
  readonly links: OneTimeLinks;
  readonly sessions: Sessions;
  /** Known to processes of this person alone; lets another `plugboard ui` ask for a link. */
  readonly secret: string;
  /** Where the server listens; known as soon as it does. */
  readonly place: Place;
}

export interface Place {
  port: number;
  url: string;
}

export function createAccess(secret: string, place: Place, now?: () => number): Access {
  return { links: createOneTimeLinks(now), sessions: createSessions(), secret, place };
}
