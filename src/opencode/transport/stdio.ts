import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { App } from '../app.ts';
import { buildServer } from '../build-server.ts';

/** Serves one client on standard input and output until it disconnects. */
export async function overStdio(app: App, ended: Promise<void>): Promise<void> {
  const transport = new StdioServerTransport();
  const hungUp = new Promise<void>((done) => {
    process.stdin.once('end', done);
    process.stdin.once('close', done);
  });
  const handle = serveStdio(() => buildServer(app), {
    transport,
    onerror: (error) => app.log('warn', error.message),
  });
  await Promise.race([hungUp, ended]);
  await handle.close();
}
