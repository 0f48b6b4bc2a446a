import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeDocument } from '../src/clients/document.ts';
import { pathsOf } from '../src/clients/paths.ts';
import { clients } from '../src/clients/registry.ts';
import type { Client } from '../src/clients/types.ts';
import type { Server } from '../src/model/server.ts';
import type { Result } from './compare.ts';
import { comparePrograms, importing } from './programs.ts';

const SERVERS = 1000;

/**
 * Finding a thousand servers in the files of all clients, from the start of the program to its end, against a program
 * that does nothing. Each is a process of its own that says at its end how much CPU time it has taken; they run in turn.
 */
export async function compareDiscovery(): Promise<{ title: string; aim: number; results: Result[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-bench-'));
  try {
    const project = join(folder, 'home', 'code', 'app');
    const files = await fillHome(join(folder, 'home'), project);
    const results = await comparePrograms(folder, programs(), project, dirname(dirname(project)));
    const kilobytes = Math.round(files.reduce((sum, file) => sum + readFileSync(file).length, 0) / 1000);
    const title = `discover ${SERVERS} servers in ${files.length} files of ${Object.keys(clients).length} clients, ${kilobytes} kB in all, with the start of Node`;
    return { title, aim: 10, results };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files for all clients in every scope that lies below the home. */
async function fillHome(home: string, project: string): Promise<string[]> {
  const places = Object.values<Client>(clients).flatMap((client) =>
    client.locations
      .filter(({ scope, unread }) => scope !== 'managed' && !unread)
      .map((location) => {
        const [path] = pathsOf(location, { home, env: {}, platform: 'linux', project });
        return { client, location, path: path as string };
      }),
  );
  const texts = new Map<string, string>();
  const taken = new Set<string>();
  const own = places.filter(({ path, location }) => {
    const key = `${path} ${location.atProject ? 'project' : ''}`;
    return !taken.has(key) && taken.add(key);
  });
  for (const [index, { client, location, path }] of own.entries()) {
    const [from, to] = [index, index + 1].map((at) => Math.round((at * SERVERS) / own.length)) as [number, number];
    const servers: [string, Server][] = [];
    for (let number = from; number < to; number += 1) servers.push([`server-${number}`, serverOf(number)]);
    const { scope, variant } = location;
    const place = { scope, project, ...(variant === undefined ? {} : { variant }) };
    // oxlint-disable-next-line no-await-in-loop -- a file may hold several scopes.
    texts.set(path, (await writeDocument(client, Object.fromEntries(servers), place, texts.get(path))).text);
  }
  for (const [path, text] of texts) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return [...texts.keys()];
}

function serverOf(number: number): Server {
  const args = ['-y', `@example/server-${number}@1.${number % 40}.0`, '--root', `/home/someone/app-${number}`];
  return { transport: 'stdio', command: 'npx', args, env: { LOG_LEVEL: 'info', PORT: `${3000 + number}` } };
}

function programs(): Record<string, string> {
  const imports = importing({ discover: 'discovery/discover.ts', nodeHost: 'store/host/node-host.ts' });
  const found = `const { clients } = await discover(nodeHost());
if (new Set(clients.flatMap(({ names }) => names.map(({ name }) => name))).size !== ${SERVERS}) throw new Error('servers are missing');`;
  return {
    'bare node': '',
    'node, program loaded': `${imports}globalThis.loaded = [discover, nodeHost];`,
    'plugboard discovery': imports + found,
  };
}
