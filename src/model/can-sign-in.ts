import { inferTransport, type Server } from './server.ts';

/**
 * Whether a user can sign in to a server: a remote server must not set Authorization; a stdio server must declare OAuth
 * and say what the token is for, because it has no address of its own.
 */
export function canSignIn(server: Server): boolean {
  if (inferTransport(server) === 'stdio') return usesSignIn(server) && Boolean(server.auth?.['resource']);
  return server.url !== undefined && !hasAuthorizationHeader(server);
}

/** Whether the definition declares OAuth. A stdio server then gets the token of its credential. */
export function usesSignIn({ auth }: Server): boolean {
  return auth?.type === 'oauth';
}

export function hasAuthorizationHeader({ headers = {} }: Server): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
