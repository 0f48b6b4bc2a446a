import type { HttpBindings } from '@hono/node-server';
import type { HonoRequest, MiddlewareHandler } from 'hono';
import { ambiguityIn } from '../../model/ambiguous-request.ts';
import { HttpError } from '../http-error.ts';
import type { Access } from './access.ts';

const SAFE = new Set(['GET', 'HEAD']);

/**
 * Admits only requests from the page itself or from the address bar. Other sites can send requests here, also by DNS
 * rebinding, so Host, Origin and Sec-Fetch-Site are checked.
 */
export function sameOriginOnly({ place }: Pick<Access, 'place'>): MiddlewareHandler {
  return async ({ req, env }, next) => {
    const { incoming } = (env ?? {}) as Partial<HttpBindings>;
    const fault = incoming && ambiguityIn(incoming);
    if (fault !== undefined) throw new HttpError(400, { code: 'usage', message: fault });
    const host = req.header('host') ?? '';
    if (!ownHosts(place.port).includes(host)) throw refused(`Host not allowed: ${host || '(none)'}.`);
    const origin = req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`) throw refused('Cross-origin requests are not allowed.');
    const site = req.header('sec-fetch-site') ?? 'none';
    if (site !== 'same-origin' && site !== 'none' && !isFromNeighbor(req))
      throw refused('Cross-site requests are not allowed. Copy the link into the address bar instead.');
    if (!SAFE.has(req.method)) checkUnsafe(req);
    await next();
  };
}

/**
 * Whether the page of another project, at another port, sends the browser here with a sign-in link. The one-time token
 * decides then; nothing else is served to it.
 */
export function isFromNeighbor(req: HonoRequest): boolean {
  return (
    req.method === 'GET' &&
    req.path === '/auth' &&
    req.header('sec-fetch-site') === 'same-site' &&
    req.header('sec-fetch-mode') === 'navigate' &&
    req.header('sec-fetch-dest') === 'document'
  );
}

/** A cross-origin page cannot send these headers without a preflight, which is never granted. */
function checkUnsafe(req: { header(name: string): string | undefined }): void {
  if (req.header('x-plugboard') !== '1') throw refused('The header x-plugboard is missing.');
  const hasBody = req.header('transfer-encoding') !== undefined || Number(req.header('content-length') ?? 0) > 0;
  const [type = ''] = (req.header('content-type') ?? '').split(';');
  if (hasBody && type.trim().toLowerCase() !== 'application/json')
    throw new HttpError(415, { code: 'usage', message: 'The content type must be application/json.' });
}

function ownHosts(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

function refused(message: string): HttpError {
  return new HttpError(403, { code: 'forbidden', message });
}
