import { connect } from 'node:net';

/** Sends a request as it is written, and gives the status of its answer. */
export async function rawStatus(port: number, lines: readonly string[]): Promise<number> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('error', fail);
    socket.on('data', (chunk: string) => {
      text += chunk;
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      if (status === undefined) return;
      done(Number(status));
      socket.destroy();
    });
    socket.write([...lines, '', ''].join('\r\n'));
  });
}

/** Requests that two readers could take for requests to different hosts or from different senders; each should be answered with 400. */
export function ambiguousRequests(port: number, path: string, ...headers: readonly string[]): string[][] {
  const host = `Host: 127.0.0.1:${port}`;
  return [
    [`GET ${path} HTTP/1.1`, host, 'Host: evil.example', ...headers],
    [`GET ${path} HTTP/1.1`, host, host, ...headers],
    [`GET ${path} HTTP/1.1`, host, ...headers, 'hOST: evil.example'],
    [`GET http://evil.example${path} HTTP/1.1`, host, ...headers],
    [`GET http://127.0.0.1:1${path} HTTP/1.1`, host, ...headers],
    ['GET http://[ HTTP/1.1', host, ...headers],
    [`GET ${path} HTTP/1.1`, host, 'Authorization: Bearer one', 'aUTHORIZATION: Bearer two', ...headers],
  ];
}
