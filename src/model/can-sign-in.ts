import { inferTransport, type Server } from './server.ts';

/** Whether somebody could sign in to it: a program only where it says so, and nothing that says itself who asks. */
export function canSignIn(server: Server): boolean {
  if (inferTransport(server) === 'stdio') return server.auth?.type === 'oauth';
  return server.url !== undefined && !saysWho(server);
}

/** What the definition says itself counts. */
export function saysWho({ headers = {} }: Server): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
