import { inferTransport, type Server } from './server.ts';

/** Whether OAuth sign-in applies: a stdio server must declare it, a remote server must not set Authorization. */
export function canSignIn(server: Server): boolean {
  if (inferTransport(server) === 'stdio') return server.auth?.type === 'oauth';
  return server.url !== undefined && !hasAuthorizationHeader(server);
}

export function hasAuthorizationHeader({ headers = {} }: Server): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
