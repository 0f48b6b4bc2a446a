import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { HttpError } from '../http-error.ts';
import type { Access } from './access.ts';
import { isFromNeighbor } from './same-origin.ts';
import { cookieName } from './sessions.ts';

const FORWARD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=/">
<title>Plugboard</title>
<p><a href="/">Open the page</a></p>
</html>
`;

/** `GET /auth?t=…`: exchanges a link for a cookie, once, and redirects to remove the token from the URL. */
export function signInByLink({ links, sessions, place }: Access): Hono {
  return new Hono().get('/auth', (context) => {
    const isNeighbor = isFromNeighbor(context.req);
    const wasSignedIn = !isNeighbor && sessions.has(getCookie(context, cookieName(place.port)));
    if (links.redeem(context.req.query('t') ?? ''))
      setCookie(context, cookieName(place.port), sessions.open(), { httpOnly: true, sameSite: 'Strict', path: '/' });
    // Going back or reopening the link in the same browser works: it is signed in already.
    else if (!wasSignedIn) throw signedOut('The link was already used or has expired (1 minute).');
    // After a redirect the browser would still name the neighbor as the origin of the request.
    return isNeighbor ? context.html(FORWARD) : context.redirect('/');
  });
}

/** `onSignedIn` receives the connection of each authenticated request. */
export function onlySignedIn({ sessions, place }: Access, onSignedIn: (socket: Socket) => void): MiddlewareHandler {
  return async (context, next) => {
    if (!sessions.has(getCookie(context, cookieName(place.port)))) throw signedOut('This browser is not signed in.');
    const env = context.env as Partial<HttpBindings> | undefined;
    if (env?.incoming) onSignedIn(env.incoming.socket);
    await next();
  };
}

function signedOut(message: string): HttpError {
  return new HttpError(401, { code: 'signed-out', message, hint: 'get a new link with: plugboard ui --link' });
}
