import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../../../scripts/setup/on-path.mjs';
import { freePort } from '../../../../src/opencode/server/free-port.ts';

/** Tests that need them are skipped by name where system packages are declined. */
export const hasRedis = findOnPath('redis-server') !== undefined;
export const hasNginx = findOnPath('nginx') !== undefined;

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends it without a chance to save anything. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same port. */
  restart(): Promise<void>;
  /** The reply of `redis-cli`. */
  command(...words: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** A Redis of its own, on loopback, without persistence. */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-redis-'));
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
    const child = spawn('redis-server', [...words, ...options], { stdio: 'ignore' });
    await listening(port, child);
    return child;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    async restart() {
      child = await start();
    },
    async command(...words) {
      const cli = spawn('redis-cli', ['-p', String(port), ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      cli.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
      await once(cli, 'close');
      return text.trim();
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the port accepts connections. */
export async function listening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The program for port ${port} has ended.`);
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => (socket.destroy(), done(true)));
      socket.once('error', () => done(false));
    });
    if (isOpen) return;
  }
}
