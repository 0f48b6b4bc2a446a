import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export interface GuardOptions {
  /** The address that is listened on. */
  readonly host: string;
  /** Further names under which the front may be reached, such as that of a proxy before it. */
  readonly names?: readonly string[];
  /** Asked each time, so that another one can take its place while the front runs. */
  readonly token: () => string;
}

export interface Guard {
  /** Why a request may not come from there, or undefined. */
  faultOfPlace(headers: IncomingHttpHeaders): string | undefined;
  hasToken(headers: IncomingHttpHeaders): boolean;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Keeps out pages of the web that reach us by a name of their own (Host) or directly (Origin), and who has no token. */
export function createGuard({ host, names = [], token }: GuardOptions): Guard {
  const own = isIP(host) === 6 ? `[${host}]` : host;
  const known = new Set([...loopback, own, ...names].map((name) => name.toLowerCase()));
  // Bound to every address, any of them may stand in Host. A page cannot make one up: it only commands names.
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const isOurs = (name: string): boolean =>
    known.has(name) || (isEverywhere && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  let lastGood: string | undefined;
  const isToken = tokenCheck();
  return {
    faultOfPlace({ host: given, origin }) {
      if (given === undefined || (given !== lastGood && !isOurs(nameIn(given)))) return 'Forbidden: unknown Host';
      lastGood = given;
      if (origin === undefined) return undefined;
      const name = /^https?:\/\/(.+)$/.exec(origin)?.[1];
      return name !== undefined && known.has(nameIn(name)) ? undefined : 'Forbidden: unknown Origin';
    },
    hasToken: ({ authorization = '' }) => isToken(authorization, token()),
  };
}

const SCHEME = 'bearer ';

/** Takes as long for every wrong token. How long the right one is, is no secret. */
function tokenCheck(): (header: string, token: string) => boolean {
  let [wanted, given, known] = [Buffer.alloc(0), Buffer.alloc(0), ''];
  return (header, token) => {
    if (token !== known) {
      [wanted, known] = [Buffer.from(token, 'latin1'), token];
      given = Buffer.alloc(wanted.length);
    }
    if (token === '' || header.length !== SCHEME.length + token.length) return false;
    given.write(header.slice(SCHEME.length), 'latin1');
    return timingSafeEqual(given, wanted) && header.slice(0, SCHEME.length).toLowerCase() === SCHEME;
  };
}

/** Without the port. */
function nameIn(authority: string): string {
  return authority.replace(/:\d+$/, '').toLowerCase();
}
