import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/opencode/server/free-port.ts';
import type { ServerEntry } from './contender.ts';
import { launch, programFile } from './launch.ts';
import { listening } from './open-gateway.ts';
import { endAll } from './processes.ts';

export type ServerKind = 'echo' | 'everything';

const official = '../../test/servers/node_modules/@modelcontextprotocol';
const everything = fileURLToPath(new URL(`${official}/server-everything/dist/index.js`, import.meta.url));

/** What one tool of each server takes. */
export const argumentOf: Readonly<Record<ServerKind, string>> = { echo: 'text', everything: 'message' };

export interface Servers {
  readonly entries: readonly ServerEntry[];
  /** Those that gateways only connect to. */
  readonly pids: readonly number[];
  close(): Promise<void>;
}

/** Servers for a gateway: programs that it has to start, or addresses that are listened on already. */
export async function provideServers(back: 'stdio' | 'http', kind: ServerKind, count: number): Promise<Servers> {
  const names = Array.from({ length: count }, (_, index) => `s${index + 1}`);
  if (back === 'stdio') {
    const args = kind === 'echo' ? [programFile('echo-stdio.mjs')] : [everything, 'stdio'];
    const entries = names.map((name) => ({ name, command: process.execPath, args }));
    return { entries, pids: [], close: async () => {} };
  }
  const started = await Promise.all(
    names.map(async (name) => {
      const port = await freePort();
      const pid = launch([process.execPath, programFile('echo-http.mjs'), String(port)], process.cwd());
      return { pid, port, entry: { name, url: `http://127.0.0.1:${port}/mcp` } };
    }),
  );
  await Promise.all(started.map(({ port }) => listening(port)));
  const pids = started.map(({ pid }) => pid);
  return { entries: started.map(({ entry }) => entry), pids, close: async () => endAll(pids) };
}
