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

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Keeps out pages of the web that reach us by a name of their own (Host) or directly (Origin), and who has no token. */
export function createGuard({ host, names = [], token }: GuardOptions): Guard {
  const own = isIP(host) === 6 ? `[${host}]` : host;
  const known = new Set([...loopback, own, ...names].map((name) => name.toLowerCase()));
  // Bound to every address, any of them may stand in Host. A page cannot make one up: it only commands names.
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const isOurs = (name: string): boolean =>
    known.has(name) || (isEverywhere && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  let lastGood: string | undefined;
  let wanted = { text: '', bytes: Buffer.alloc(0) };
  return {
    faultOfPlace({ host: given, origin }) {
      if (given === undefined || (given !== lastGood && !isOurs(nameIn(given)))) return 'Forbidden: unknown Host';
      lastGood = given;
      if (origin === undefined) return undefined;
      const name = /^https?:\/\/(.+)$/.exec(origin)?.[1];
      return name !== undefined && known.has(nameIn(name)) ? undefined : 'Forbidden: unknown Origin';
    },
    hasToken({ authorization }) {
      const text = token();
      if (text !== wanted.text) wanted = { text, bytes: Buffer.from(text) };
      const given = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
      if (given === undefined || text === '') return false;
      const bytes = Buffer.from(given);
      // How long a token is, is no secret.
      return bytes.length === wanted.bytes.length && timingSafeEqual(bytes, wanted.bytes);
    },
  };
}

/** Without the port. */
function nameIn(authority: string): string {
  return authority.replace(/:\d+$/, '').toLowerCase();
}
