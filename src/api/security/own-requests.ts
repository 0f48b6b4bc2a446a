import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { hostFault } from '../../model/request-host.ts';
import { Refusal } from '../refusal.ts';
import type { Access } from './access.ts';

const SAFE = new Set(['GET', 'HEAD']);

/**
 * Lets through only what the page itself asks, or a person who types an address. A foreign page can send requests here,
 * also by giving its own name our address, so every sign of that is looked for.
 */
export function onlyOwnRequests({ place }: Pick<Access, 'place'>): MiddlewareHandler {
  return async ({ req, env }, next) => {
    const { incoming } = (env ?? {}) as Partial<HttpBindings>;
    const fault = incoming && hostFault(incoming);
    if (fault !== undefined) throw new Refusal(400, { code: 'usage', message: fault });
    const host = req.header('host') ?? '';
    if (!ownHosts(place.port).includes(host)) throw refused(`This server does not answer for ${host || 'no host'}.`);
    const origin = req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`) throw refused('This server does not answer other pages.');
    const site = req.header('sec-fetch-site') ?? 'none';
    if (site !== 'same-origin' && site !== 'none')
      throw refused('This server does not answer other pages. Copy the link into the address bar instead.');
    if (!SAFE.has(req.method)) checkUnsafe(req);
    await next();
  };
}

/** A page elsewhere cannot send these without asking first, and nobody says yes to it. */
function checkUnsafe(req: { header(name: string): string | undefined }): void {
  if (req.header('x-plugboard') !== '1') throw refused('The header x-plugboard is missing.');
  const hasBody = req.header('transfer-encoding') !== undefined || Number(req.header('content-length') ?? 0) > 0;
  const [type = ''] = (req.header('content-type') ?? '').split(';');
  if (hasBody && type.trim().toLowerCase() !== 'application/json')
    throw new Refusal(415, { code: 'usage', message: 'Only JSON is taken, named as application/json.' });
}

function ownHosts(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

function refused(message: string): Refusal {
  return new Refusal(403, { code: 'forbidden', message });
}
