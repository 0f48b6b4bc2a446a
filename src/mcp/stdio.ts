import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Serves one client on standard input and output until it disconnects or `ended` resolves. */
export async function overStdio(
  build: () => McpServer,
  ended: Promise<void>,
  onerror: (error: Error) => void,
): Promise<void> {
  const transport = new StdioServerTransport();
  const hungUp = new Promise<void>((done) => {
    process.stdin.once('end', done);
    process.stdin.once('close', done);
  });
  const handle = serveStdio(build, { transport, onerror });
  await Promise.race([hungUp, ended]);
  await handle.close();
}
