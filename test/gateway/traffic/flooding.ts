import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { WireMessage } from '../probe/raw-client.ts';
import type { GatewayHome } from '../probe/serve.ts';

const program = fileURLToPath(new URL('flooding-server.mjs', import.meta.url));

export function flooding(log: string): { command: string; args: string[] } {
  return { command: process.execPath, args: [program, log] };
}

/** A client of `plugboard serve` that reads only when it is told to. */
export interface QuietClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stderr: () => string;
  /** Reads until this many messages were read that fit, and gives all of them; then stops again. */
  read(fits: (message: WireMessage) => boolean, count?: number): Promise<WireMessage[]>;
  send(message: Omit<WireMessage, 'jsonrpc'>): void;
  call(id: number, name: string, args?: object, meta?: object): void;
  end(): Promise<void>;
}

/** After its greeting, with the tools of the server known. */
export async function quietClient(home: GatewayHome): Promise<QuietClient> {
  const { command, cwd, env } = home.serve('--names', 'plain');
  const [node, ...args] = command;
  const child = spawn(node, args, { cwd, env, stdio: 'pipe' });
  let talk = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (talk += text));
  child.stdin.on('error', () => {});
  const gone = once(child, 'exit');
  // A pause does not hold back lines that came in one piece with others.
  const unseen: string[] = [];
  let look = (): void => {};
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    unseen.push(line);
    look();
  });
  lines.pause();
  const client: QuietClient = {
    child,
    stderr: () => talk,
    async read(fits, count = 1) {
      const all: WireMessage[] = [];
      let left = count;
      await new Promise<void>((done) => {
        look = () => {
          while (left > 0 && unseen.length > 0) {
            const message = JSON.parse(unseen.shift() as string) as WireMessage;
            all.push(message);
            if (fits(message)) left -= 1;
          }
          if (left === 0) done();
        };
        lines.resume();
        look();
      });
      look = () => {};
      lines.pause();
      return all;
    },
    send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    call: (id, name, given = {}, meta) =>
      client.send({ id, method: 'tools/call', params: { name, arguments: given, ...(meta && { _meta: meta }) } }),
    async end() {
      child.kill('SIGKILL');
      await gone;
    },
  };
  const clientInfo = { name: 'quiet', version: '1' };
  client.send({
    id: -1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo },
  });
  await client.read(({ id }) => id === -1);
  client.send({ id: -2, method: 'tools/list' });
  await client.read(({ id }) => id === -2);
  return client;
}

/** What a process has in memory, in megabytes; 0 where that is not told. */
export function megabytesOf(pid = 0): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
