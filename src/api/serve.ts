import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type ConnectionLimits, Connections } from '../gateway/traffic/connections.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { limitSlowBodies } from '../runtime/serve/slow-bodies.ts';
import type { ApiContext } from './api-context.ts';
import { createApp } from './app.ts';
import { linkOf } from './instance/instance-routes.ts';
import { createAccess } from './security/access.ts';

export interface ServeOptions {
  readonly api: ApiContext;
  readonly webRoot: string;
  /** 0 chooses a free port. */
  readonly port?: number;
  readonly hostname?: '127.0.0.1' | '::1';
  /** For tests: the clock for expiring links. */
  readonly now?: () => number;
  readonly limits?: Partial<ConnectionLimits>;
}

/** A slowly trickling request must not hold a connection forever. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5000 };

/** A browser opens at most six connections to a server. */
const connectionLimits = { connections: 512, strangerConnections: 64, strangerConnectionsPerAddress: 64 };

/** A listening API server. */
export interface Serving {
  readonly port: number;
  readonly url: string;
  /** What another process needs to request a link. */
  readonly secret: string;
  /** Creates a sign-in link for one browser. */
  link(): string;
  close(): Promise<void>;
}

/** Listens on loopback only. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { api, webRoot, port = 0, hostname = '127.0.0.1', now, limits } = options;
  const place = { port, url: '' };
  const access = createAccess(randomBytes(32).toString('base64url'), place, now);
  const app = createApp({ api, access, webRoot, onSignedIn: (socket) => connections.authorized(socket) });
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: timeouts }) as Server;
  limitSlowBodies(server);
  const connections = new Connections(server, { ...connectionLimits, ...limits });
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
      server.closeAllConnections();
      await closed;
    },
  };
}

function asOurs(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  const why = error.code === 'EACCES' ? 'is not permitted' : 'is in use';
  return new PlugboardError('usage', { message: `Port ${port} ${why}; omit --port to use a free one.` });
}
