import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { httpClient, type HttpPlace } from './http-wire.ts';
import type { Answers, RawClient } from './raw-client.ts';
import { type Program, stdioClient } from './stdio-wire.ts';

const program = fileURLToPath(new URL('../../../bin/plugboard.js', import.meta.url));
const TOKEN = 'a-token-that-is-only-good-for-this-one-test-0';

export type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A home with these servers in a client's file, as on a user's machine. */
export interface GatewayHome {
  readonly folder: string;
  /** Other servers in their place, such as ones that are told of the folder. */
  put(mcpServers: Entries): void;
  /** What starts `plugboard serve` there. */
  serve(...words: readonly string[]): Program;
  remove(): void;
}

export function gatewayHome(mcpServers: Entries = {}): GatewayHome {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-gateway-'));
  const own = join(folder, 'own');
  mkdirSync(join(folder, '.cursor'));
  mkdirSync(join(own, 'state'), { recursive: true });
  const put = (entries: Entries): void =>
    writeFileSync(join(folder, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: entries }));
  put(mcpServers);
  writeFileSync(join(own, 'state', 'gateway-token'), TOKEN, { mode: 0o600 });
  const env = { PATH: process.env['PATH'], HOME: folder, USERPROFILE: folder, PLUGBOARD_HOME: own };
  return {
    folder,
    put,
    serve: (...words) => ({ command: [process.execPath, program, 'serve', ...words], cwd: folder, env }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** `plugboard serve` over stdio, and a client of it. */
export function serveStdio(home: GatewayHome, answers?: Answers, ...words: string[]): RawClient & { pid: number } {
  return stdioClient(home.serve('--names', 'plain', ...words), answers);
}

export interface Served extends HttpPlace {
  readonly pid: number;
  client(answers?: Answers): ReturnType<typeof httpClient>;
  close(): Promise<void>;
}

/** `plugboard serve` over HTTP, as soon as it listens. */
export async function serveHttp(home: GatewayHome, ...words: string[]): Promise<Served> {
  const port = await freePort();
  const { command, cwd, env } = home.serve('--http', String(port), '--names', 'plain', ...words);
  const [node, ...args] = command;
  const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit');
  let talk = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (talk += text));
  const place = { url: `http://127.0.0.1:${port}/mcp`, token: TOKEN };
  while (!(await fetch(place.url, { method: 'OPTIONS' }).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`plugboard serve has ended: ${talk}`);
  }
  return {
    ...place,
    pid: child.pid ?? 0,
    client: (answers) => httpClient(place, answers),
    close: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
