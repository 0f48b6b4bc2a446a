import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { testServers } from '../../../scripts/setup/locked-folder.mjs';
import { freePort } from '../../../src/opencode/server/free-port.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { until } from './processes.ts';

const packages = fileURLToPath(new URL('../../servers/node_modules', import.meta.url));

/** `npm test` installs them. */
export const areInstalled = !testServers.isMissing();

/** The program of a package, started without npm. */
function programOf(name: string): string {
  const { bin } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  const file: string = typeof bin === 'string' ? bin : (Object.values<string>(bin)[0] ?? '');
  return join(packages, name, file);
}

// Nothing may be sent anywhere because of a test.
const env = { OTEL_SDK_DISABLED: 'true' };

export function npmServer(name: string, args: readonly string[] = []): ServerToRun {
  return { name, server: { command: process.execPath, args: [programOf(name), ...args], env } };
}

/** A server made with packages that are installed there. */
export function withPackages(file: string): ServerToRun {
  return { name: file, server: { command: process.execPath, args: [join(packages, '..', file)] } };
}

export interface Listening {
  readonly origin: string;
  /** Ends it and starts it anew at the same address. */
  restart(): Promise<void>;
}

/** Runs a server that listens. Ended with the test. */
export async function listening(name: string, argsFor: (port: string) => string[]): Promise<Listening> {
  const port = String(await freePort());
  let server = await start(name, argsFor(port), port);
  onTestFinished(() => void server.kill('SIGKILL'));
  return {
    origin: `http://127.0.0.1:${port}`,
    async restart() {
      server.kill('SIGKILL');
      await once(server, 'exit');
      server = await start(name, argsFor(port), port);
    },
  };
}

async function start(name: string, args: readonly string[], port: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, [programOf(name), ...args], {
    env: { ...process.env, ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [server.stdout, server.stderr]) output.setEncoding('utf8').on('data', (text) => (said += text));
  await until(() => said.includes(port) || server.exitCode !== null, `the start of ${name}`, 50_000);
  return server;
}
