import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ShareSite {
  readonly url: string;
  /** The address that is given out. */
  readonly page: string;
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Stands for the site on which OpenCode publishes sessions. */
export async function startShareSite(): Promise<ShareSite> {
  const requests: string[] = [];
  const page = 'https://share.invalid/s/1';
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'share-1', secret: 'share-secret', url: page }));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    page,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
