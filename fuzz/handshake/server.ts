import { createServer, type Socket } from 'node:net';
import { scanText } from '../../src/runtime/json/scan.ts';
import type { Random } from '../random.ts';
import { answerBytes } from './answers.ts';

export interface HostileServer {
  readonly url: string;
  /** Errors in the requests it received. */
  readonly faults: string[];
  /** Number of requests it received. */
  requests: number;
  close(): Promise<void>;
}

/**
 * A server that responds to every request with arbitrary bytes and then closes the connection. It validates the
 * requests.
 */
export async function hostileServer(random: Random, elsewhere: string): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
      if (end === -1 || text.length < end + 4 + length) return;
      const body = Buffer.from(text.slice(end + 4), 'latin1').toString();
      own.requests += 1;
      own.faults.push(...faultsIn(text.slice(0, end), body));
      text = '';
      const { id, method } = (scanText(body) < 0 ? {} : JSON.parse(body)) as { id?: unknown; method?: string };
      socket.end(answerBytes(method ?? '', id, elsewhere, random));
    });
  });
  const port = await new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port));
  });
  const own: HostileServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    faults: [],
    requests: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
  return own;
}

const HEADER = /^[\w-]+: [\t\x20-\x7e\x80-\xff]*$/;

/** A server's response must not change the next request. */
function faultsIn(head: string, body: string): string[] {
  const [first = '', ...lines] = head.split('\r\n');
  const faults = lines.filter((line) => !HEADER.test(line)).map((line) => `a header is ${JSON.stringify(line)}`);
  if (!/^(?:POST|GET|DELETE) \/mcp HTTP\/1\.1$/.test(first)) faults.push(`a request begins with ${first}`);
  const session = lines.find((line) => /^mcp-session-id:/i.test(line));
  if (session !== undefined && !/^mcp-session-id: [\x21-\x7e]+$/i.test(session)) faults.push(`a session is ${session}`);
  if (first.startsWith('POST') && scanText(body) < 0) faults.push(`a message is ${body}`);
  return faults;
}
