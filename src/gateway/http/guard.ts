import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export interface GuardOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** Additional host names, such as that of a reverse proxy. */
  readonly names?: readonly string[];
  /** Called for each request, so the token can be replaced while the front runs. */
  readonly token: () => string;
}

export interface Guard {
  /** Why the Host or Origin header is rejected, or undefined. */
  originFault(headers: IncomingHttpHeaders): string | undefined;
  hasToken(headers: IncomingHttpHeaders): boolean;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Rejects web pages that reach us by DNS rebinding (Host) or directly (Origin), and requests without the token. */
export function createGuard({ host, names = [], token }: GuardOptions): Guard {
  const own = isIP(host) === 6 ? `[${host}]` : host;
  const known = new Set([...loopback, own, ...names].map((name) => name.toLowerCase()));
  // If bound to all addresses, any IP address is a valid Host. DNS rebinding needs a host name.
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const isOurs = (name: string): boolean =>
    known.has(name) || (isEverywhere && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  let lastGood: string | undefined;
  const isToken = tokenCheck();
  return {
    originFault({ host: given, origin }) {
      if (given === undefined || (given !== lastGood && !isOurs(hostNameOf(given)))) return 'Forbidden: unknown Host';
      lastGood = given;
      if (origin === undefined) return undefined;
      const name = /^https?:\/\/(.+)$/.exec(origin)?.[1];
      return name !== undefined && known.has(hostNameOf(name)) ? undefined : 'Forbidden: unknown Origin';
    },
    hasToken: ({ authorization = '' }) => isToken(authorization, token()),
  };
}

const SCHEME = 'bearer ';

/** Compares in constant time. The length of the token is not secret. */
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

function hostNameOf(authority: string): string {
  return authority.replace(/:\d+$/, '').toLowerCase();
}
