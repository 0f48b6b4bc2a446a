import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, onTestFinished } from 'vitest';
import { createManager, type Manager } from '../../../../src/runtime/manager.ts';
import type { DeferredTools } from '../../../../src/runtime/tools/deferred-tools.ts';
import type { BridgedServer } from '../../../../src/runtime/tools/server-tools.ts';
import type { Permission, ServerToRun } from '../../../../src/runtime/types.ts';
import { resolveServer } from '../../../../src/runtime/values/resolve-server.ts';

const opened: (Manager | DeferredTools)[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

/** To be closed when the test is over. */
export function closing<T extends Manager | DeferredTools>(one: T): T {
  opened.push(one);
  return one;
}

/** Real connections to these servers. Nothing is started yet. */
export function connections(...servers: ServerToRun[]): BridgedServer[] {
  return connectionsIf('approved', ...servers);
}

export function connectionsIf(answer: Permission, ...servers: ServerToRun[]): BridgedServer[] {
  const manager = closing(
    createManager({
      servers,
      env: process.env,
      platform: process.platform as 'linux',
      resolve: async (toRun, signal) => resolveServer(toRun, { env: process.env, signal }),
      permission: async () => answer,
      clientInfo: { name: 'test', version: '1.0.0' },
    }),
  );
  return Array.from(manager.connections.values(), (connection) => ({ toRun: connection.toRun, connection }));
}

export function connection(server: ServerToRun): BridgedServer {
  const [only] = connections(server);
  if (!only) throw new Error('disabled');
  return only;
}

/** Gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tools-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A third-party server from its package. */
export function packaged(name: string, from: string, ...args: string[]): ServerToRun {
  const folder = fileURLToPath(new URL(`../../../servers/node_modules/${from}/`, import.meta.url));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: string | object };
  const [program = ''] = typeof bin === 'string' ? [bin] : (Object.values(bin) as string[]);
  return { name, server: { command: process.execPath, args: [join(folder, program), ...args] } };
}

const program = fileURLToPath(new URL('../servers/odd-server.mjs', import.meta.url));

/** A server of our own, whose further tools a test can change and whose requests it can read. */
export class OddServer {
  readonly toRun: ServerToRun;
  readonly #folder: string;

  static async make(name: string, more: Partial<ServerToRun['server']> = {}): Promise<OddServer> {
    const odd = new OddServer(name, await temporaryFolder(), more);
    await odd.offer([]);
    return odd;
  }

  private constructor(name: string, folder: string, { env, ...more }: Partial<ServerToRun['server']>) {
    const files = { TOOLS_FILE: join(folder, 'tools.json'), LOG_FILE: join(folder, 'log') };
    this.#folder = folder;
    this.toRun = { name, server: { command: process.execPath, args: [program], env: { ...files, ...env }, ...more } };
  }

  async offer(tools: readonly unknown[]): Promise<void> {
    await writeFile(join(this.#folder, 'tools.json'), JSON.stringify(tools));
  }

  /** What happened so far. */
  log(): string[] {
    try {
      return readFileSync(join(this.#folder, 'log'), 'utf8').trimEnd().split('\n');
    } catch {
      return [];
    }
  }

  count(line: string): number {
    return this.log().filter((one) => one === line).length;
  }
}
