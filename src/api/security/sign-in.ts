import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { Refusal } from '../refusal.ts';
import type { Access } from './access.ts';
import { cookieName } from './sessions.ts';

/** `GET /auth?t=…`: the link is worth a cookie, once. The secret of the link leaves the address at once. */
export function signInByLink({ links, sessions, place }: Access): Hono {
  return new Hono().get('/auth', (context) => {
    const wasSignedIn = sessions.has(getCookie(context, cookieName(place.port)));
    if (links.redeem(context.req.query('t') ?? ''))
      setCookie(context, cookieName(place.port), sessions.open(), { httpOnly: true, sameSite: 'Strict', path: '/' });
    // Somebody who goes back, or opens the link a second time in the same browser, is in already.
    else if (!wasSignedIn) throw signedOut('This link was used already, or is older than a minute.');
    return context.redirect('/');
  });
}

/** `onSignedIn` gets the connection of each request that may pass. */
export function onlySignedIn({ sessions, place }: Access, onSignedIn: (socket: Socket) => void): MiddlewareHandler {
  return async (context, next) => {
    if (!sessions.has(getCookie(context, cookieName(place.port)))) throw signedOut('This browser is not signed in.');
    const env = context.env as Partial<HttpBindings> | undefined;
    if (env?.incoming) onSignedIn(env.incoming.socket);
    await next();
  };
}

function signedOut(message: string): Refusal {
  return new Refusal(401, { code: 'signed-out', message, hint: 'get a new link with: plugboard ui --link' });
}
