import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeDocument } from '../../src/clients/document.ts';
import { pathsOf } from '../../src/clients/paths.ts';
import { type ClientId, clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import type { Server } from '../../src/model/server.ts';

/** Twelve clients: nine kinds of JSON, two with TOML, one with YAML. */
export const measuredClients = [
  'claude-code',
  'cursor',
  'gemini-cli',
  'windsurf',
  'kiro',
  'copilot-cli',
  'vscode',
  'zed',
  'crush',
  'codex',
  'grok',
  'goose',
] as const satisfies readonly ClientId[];

/** Whether client files match the catalog. */
export type Likeness = 'equal' | 'differing';

/** A home with this many servers in the catalog and in the file of each client. */
export async function fillHome(
  home: string,
  servers: number,
  likeness: Likeness,
  ids: readonly ClientId[] = measuredClients,
): Promise<void> {
  const targeted = Object.entries(serversOf(servers, 0)).map(([name, server]) => [name, { ...server, targets: ['*'] }]);
  await writeFile(home, clients.canonical, Object.fromEntries(targeted) as Record<string, Server>);
  for (const [index, id] of ids.entries())
    // oxlint-disable-next-line no-await-in-loop -- one after the other takes less memory.
    await writeFile(home, clients[id], serversOf(servers, likeness === 'equal' ? 0 : index + 1));
}

async function writeFile(home: string, client: Client, servers: Record<string, Server>): Promise<void> {
  const location = client.locations.find(({ scope, variant }) => scope === 'user' && variant === undefined);
  if (!location) throw new Error(`${client.id} has no file of the user`);
  const [path] = pathsOf(location, { home, env: {}, platform: 'linux', project: join(home, 'project') });
  const { text } = await writeDocument(client, servers, { scope: 'user' });
  mkdirSync(dirname(path as string), { recursive: true });
  writeFileSync(path as string, text);
}

export function nameOf(number: number): string {
  return `server-${String(number).padStart(4, '0')}`;
}

/** Two programs for each address; `edition` makes them differ, the secrets in them too. */
function serversOf(count: number, edition: number): Record<string, Server> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [nameOf(number), serverOf(number, edition)] as const),
  );
}

function serverOf(number: number, edition: number): Server {
  if (number % 3 === 2)
    return {
      transport: 'http',
      url: `https://mcp-${number}.example.com/v${edition + 1}/mcp`,
      headers: { Authorization: `Bearer ${token(number, edition)}` },
    };
  const args = ['-y', `@example/server-${number}@1.${edition}.0`, '--root', `/home/someone/projects/app-${number}`];
  const env = { LOG_LEVEL: 'info', API_KEY: token(number, edition), REGION: `eu-${edition}`, NOTE: 'long '.repeat(20) };
  return { transport: 'stdio', command: 'npx', args, env };
}

function token(number: number, edition: number): string {
  const digits = String(number * 7919 + edition * 104_729 + 1_000_003).padStart(9, '0');
  return `ghp_${`a1${digits}B2c3D4e5F6`.repeat(2).slice(0, 36)}`;
}
