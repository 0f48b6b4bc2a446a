import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Package places on one port of this machine, by path. */
export async function places(
  answers: Readonly<Record<string, Answer | object>>,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (!answer) response.writeHead(404).end('{}');
    else if (typeof answer === 'function') (answer as Answer)(request, response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
