import { ConnectionError } from '../errors.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const MOST_REDIRECTS = 5;

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The address that a redirect names, if it names one. */
export function redirectTarget(location: string | null | undefined, from: URL): URL | undefined {
  return location && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

/**
 * Whether a redirect is followed: with the same method and to the same origin only, so that no other server gets the
 * credentials of this one. From http to https of the same host is an exception, as long as both ports are the usual ones.
 */
export function isFollowed(from: URL, to: URL, status: number, method: string): boolean {
  const keepsMethod = method === 'GET' || status === 307 || status === 308;
  return keepsMethod && to.username === '' && to.password === '' && isSameServer(from, to);
}

function isSameServer(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const isSecured = from.protocol === 'http:' && to.protocol === 'https:';
  return isSecured && from.hostname === to.hostname && from.port === '' && to.port === '';
}

/** The parameters of an address may be secret, so it is named without them. */
export function notFollowed({ origin, pathname }: URL): ConnectionError {
  return new ConnectionError({
    kind: 'http-status',
    message: `The server redirects to ${origin}${pathname}, which is not followed.`,
    tip: 'If that is the right server, use its address.',
  });
}
