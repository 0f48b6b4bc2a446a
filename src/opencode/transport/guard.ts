import { createHash, timingSafeEqual } from 'node:crypto';
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server';
import type { Settings } from '../settings.ts';
import { isAllowedOrigin } from './cors.ts';
import { refusal } from './legacy-sessions.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses pages of the web that reach us through a name of their own (Host) or directly (Origin). */
export function refusePages(
  request: Request,
  { hostname, allowedHosts, allowedOrigins }: Pick<Settings, 'hostname' | 'allowedHosts' | 'allowedOrigins'>,
): Response | undefined {
  const own = hostname.includes(':') ? `[${hostname}]` : hostname;
  const names = [own, ...loopback, ...allowedHosts];
  // Bound to every address, no list of names could be right; the token protects then.
  const anywhere = (hostname === '0.0.0.0' || hostname === '::') && allowedHosts.length === 0;
  const refused = anywhere ? undefined : hostHeaderValidationResponse(request, names);
  if (refused || isAllowedOrigin(request, allowedOrigins)) return refused;
  return originValidationResponse(request, names);
}

/** Refuses requests without the token. Other programs and users of this machine can reach a port of it too. */
export function refuseStrangers(request: Request, token: string | undefined): Response | undefined {
  // The name of the scheme is case-insensitive.
  const given = (request.headers.get('authorization') ?? '').replace(/^bearer +/i, 'Bearer ');
  if (token === undefined || same(given, `Bearer ${token}`)) return undefined;
  return refusal(401, -32_001, 'Unauthorized: this server asks for a bearer token', { 'www-authenticate': 'Bearer' });
}

/** Takes as long for every wrong token. */
function same(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
