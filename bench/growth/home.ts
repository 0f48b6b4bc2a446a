import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeDocument } from '../../src/clients/document.ts';
import { pathsOf } from '../../src/clients/paths.ts';
import { type ClientId, clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import type { Server } from '../../src/model/server.ts';

/** Whether the files of the clients hold what the catalog says, or something else in most entries. */
export type Kind = 'equal' | 'differing';

/** Twelve clients that keep a file in the home, in all formats. */
const measured: readonly ClientId[] = [
  'claude-code',
  'codex',
  'cursor',
  'opencode',
  'vscode',
  'gemini-cli',
  'windsurf',
  'goose',
  'zed',
  'copilot-cli',
  'kilo',
  'qwen-code',
];

/** Fills a home with a catalog and the files of twelve clients, each with this many servers; returns the paths. */
export async function fillHome(home: string, count: number, kind: Kind): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const catalog = numbers.map((number): [string, Server] => [nameOf(number), serverOf(number)]);
  const files = [await writeFile(home, clients.canonical, catalog)];
  for (const [index, id] of measured.entries()) {
    const servers = kind === 'equal' ? catalog : numbers.flatMap((number) => entryOf(number, index));
    files.push(await writeFile(home, clients[id], servers));
  }
  return files;
}

async function writeFile(home: string, client: Client, servers: readonly [string, Server][]): Promise<string> {
  const location = client.locations.find(({ scope, unread }) => scope === 'user' && !unread);
  const [path] = location ? pathsOf(location, { home, env: {}, platform: 'linux', project: home }) : [];
  if (path === undefined) throw new Error(`${client.id} keeps no file in the home`);
  const { text } = await writeDocument(client, Object.fromEntries(servers), { scope: 'user' });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

export function nameOf(number: number): string {
  return `server-${String(number).padStart(4, '0')}`;
}

/** A definition of the kind people have: most are programs with arguments and variables, some are addresses. */
function serverOf(number: number): Server {
  if (number % 4 === 3)
    return {
      transport: 'http',
      url: `https://mcp-${number}.example.com/v1/mcp`,
      headers: { Authorization: `Bearer \${TOKEN_${number}}`, 'X-Region': 'eu' },
    };
  return {
    transport: 'stdio',
    command: 'npx',
    args: ['-y', `@example/server-${number}@1.${number % 40}.0`, '--root', `/home/person/app-${number}`],
    env: { LOG_LEVEL: 'info', PORT: `${3000 + number}`, API_TOKEN: `\${API_TOKEN_${number}}` },
  };
}

/** What has become of a definition in one client: of 20, 17 differ in several fields, one is missing, one has another name. */
function entryOf(number: number, client: number): [string, Server][] {
  const server = serverOf(number);
  const fate = (number * 7 + client * 3) % 20;
  if (fate === 0) return [];
  if (fate === 1) return [[`${nameOf(number)}-old`, server]];
  if (fate === 2) return [[nameOf(number), server]];
  return [[nameOf(number), drifted(server, number, fate)]];
}

function drifted(server: Server, number: number, fate: number): Server {
  if (server.url !== undefined)
    return {
      ...server,
      url: `${server.url}?v=${fate}`,
      headers: { ...server.headers, 'X-Region': 'us', 'X-Team': 'a' },
    };
  const { LOG_LEVEL: _, ...env } = server.env ?? {};
  return {
    ...server,
    command: fate % 2 === 0 ? 'bunx' : 'npx',
    args: ['-y', `@example/server-${number}@1.${number % 40}.${fate}`, '--root', '/srv/data', '--verbose'],
    env: { ...env, PORT: `${4000 + number}`, CACHE_DIR: `/var/cache/app-${number}` },
  };
}
