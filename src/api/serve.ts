import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { PlugboardError } from '../model/error.ts';
import { createApp } from './app.ts';
import type { Desk } from './desk.ts';
import { linkOf } from './instance/instance-routes.ts';
import { createAccess } from './security/access.ts';

export interface ServeOptions {
  readonly desk: Desk;
  readonly webRoot: string;
  /** A free one when it is 0. */
  readonly port?: number;
  readonly hostname?: '127.0.0.1' | '::1';
  /** For tests: how late it is, for links that run out. */
  readonly now?: () => number;
}

/** A server of the page that listens. */
export interface Serving {
  readonly port: number;
  readonly url: string;
  /** What another process has to know to be given a link. */
  readonly secret: string;
  /** A new link that lets one browser in. */
  link(): string;
  close(): Promise<void>;
}

/** Listens on this machine only. */
export async function serve({ desk, webRoot, port = 0, hostname = '127.0.0.1', now }: ServeOptions): Promise<Serving> {
  const place = { port, url: '' };
  const access = createAccess(randomBytes(32).toString('base64url'), place, now);
  const app = createApp({ desk, access, webRoot });
  const server = createAdaptorServer({ fetch: app.fetch });
  place.port = await new Promise<number>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(asOurs(error, port)));
    server.listen(port, hostname, () => done((server.address() as AddressInfo).port));
  });
  place.url = `http://${hostname === '::1' ? '[::1]' : hostname}:${place.port}`;
  return {
    ...place,
    secret: access.secret,
    link: () => linkOf(place.url, access.links.mint()),
    async close() {
      const closed = new Promise((done) => {
        server.close(done);
      });
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

function asOurs(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  const why = error.code === 'EACCES' ? 'may not be used by you' : 'is taken by another program';
  return new PlugboardError('usage', { message: `Port ${port} ${why}; without --port a free one is chosen.` });
}
