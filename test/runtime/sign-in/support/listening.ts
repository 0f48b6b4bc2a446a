import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The address of a server, which listens until the test is over. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => {
      server.close(done);
    });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
