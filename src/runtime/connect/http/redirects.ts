import { ConnectionError } from '../errors.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const MOST_REDIRECTS = 5;

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The valid target of a redirect, if there is one. */
export function redirectTarget(location: string | null | undefined, from: URL): URL | undefined {
  return location && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

/**
 * Whether to follow a redirect: only with the same method and to the same origin, so that no other server gets the
 * credentials. Upgrading from http to https of the same host is allowed if both use the default port.
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

/** The query may contain secrets, so the message omits it. */
export function notFollowed({ origin, pathname }: URL): ConnectionError {
  return new ConnectionError({
    kind: 'http-status',
    message: `The server redirects to ${origin}${pathname}, which is not followed.`,
    tip: 'If that is the right server, use its URL.',
  });
}
