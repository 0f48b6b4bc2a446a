import { createHash, timingSafeEqual } from 'node:crypto';
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server';
import type { Settings } from '../settings.ts';
import { isAllowedOrigin } from './cors.ts';
import { refusal } from './legacy-sessions.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Rejects web pages that reach the server by DNS rebinding (Host) or directly (Origin). */
export function rejectWebPages(
  request: Request,
  { hostname, allowedHosts, allowedOrigins }: Pick<Settings, 'hostname' | 'allowedHosts' | 'allowedOrigins'>,
): Response | undefined {
  const own = hostname.includes(':') ? `[${hostname}]` : hostname;
  const names = [own, ...loopback, ...allowedHosts];
  // A server on all addresses has no fixed list of host names; the token protects it.
  const anywhere = (hostname === '0.0.0.0' || hostname === '::') && allowedHosts.length === 0;
  const refused = anywhere ? undefined : hostHeaderValidationResponse(request, names);
  if (refused || isAllowedOrigin(request, allowedOrigins)) return refused;
  return originValidationResponse(request, names);
}

/** Rejects requests without the token: other programs and users of this machine can reach the port too. */
export function requireToken(request: Request, token: string | undefined): Response | undefined {
  // The scheme name is case-insensitive.
  const given = (request.headers.get('authorization') ?? '').replace(/^bearer +/i, 'Bearer ');
  if (token === undefined || same(given, `Bearer ${token}`)) return undefined;
  return refusal(401, -32_001, 'Unauthorized: this server asks for a bearer token', { 'www-authenticate': 'Bearer' });
}

/** Compares in constant time. */
function same(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
