import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/opencode/server/free-port.ts';
import { startTokenRelay } from './token-relay.ts';

const plugboard = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
const TOKEN = 'a-token-that-is-only-good-for-this-one-run-00';
const PATIENCE_MS = 30_000;

/** A running target and a function that stops it. */
export interface Endpoint {
  readonly url: string;
  close(): Promise<void>;
}

/** The fixture alone. */
export async function startFixture(program: string): Promise<Endpoint> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
  await listening(port, child);
  return { url: `http://127.0.0.1:${port}/mcp`, close: async () => end(child) };
}

/** `plugboard serve` with one server, in a temporary home. */
export async function startGateway(server: Readonly<Record<string, unknown>>): Promise<Endpoint> {
  const home = mkdtempSync(join(tmpdir(), 'plugboard-conformance-home-'));
  const own = join(home, 'own');
  mkdirSync(join(home, '.cursor'));
  mkdirSync(join(own, 'state'), { recursive: true });
  writeFileSync(join(home, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { fixture: server } }));
  writeFileSync(join(own, 'state', 'gateway-token'), TOKEN, { mode: 0o600 });
  const port = await freePort();
  const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home, PLUGBOARD_HOME: own };
  const words = [plugboard, 'serve', '--http', String(port), '--names', 'plain'];
  const child = spawn(process.execPath, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let talk = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (talk += text));
  const close = async (): Promise<void> => {
    await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  await listening(port, child).catch(async (error: Error) => {
    await close();
    throw new Error(`${error.message}: ${talk}`);
  });
  const relay = await startTokenRelay(`http://127.0.0.1:${port}/mcp`, TOKEN);
  return {
    url: relay.url,
    close: async () => {
      relay.close();
      await close();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  const started = performance.now();
  while (child.exitCode === null && performance.now() - started < PATIENCE_MS) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return;
    await pause(50);
  }
  throw new Error(`no process listens on port ${port}`);
}
