import { writeDocument } from '../../src/clients/document.ts';
import { pathsOf } from '../../src/clients/paths.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import type { Server } from '../../src/model/server.ts';
import type { Files } from './tool.ts';

/** A file with two servers for every client that keeps one in the home. */
export async function filesOfManyClients(): Promise<Files> {
  const files: Record<string, string> = {};
  for (const client of Object.values<Client>(clients)) {
    const location = client.locations.find(({ scope, unread }) => scope === 'user' && !unread);
    const [path] = location ? pathsOf(location, { home: '~', env: {}, platform: 'linux', project: '/' }) : [];
    if (path === undefined || files[path] !== undefined) continue;
    files[path] = (await writeDocument(client, servers, { scope: 'user' })).text;
  }
  return files;
}

const servers: Readonly<Record<string, Server>> = {
  files: { transport: 'stdio', command: 'npx', args: ['-y', '@example/files@1.4.0', '/data'] },
  tickets: { transport: 'stdio', command: 'uvx', args: ['tickets'], env: { LOG_LEVEL: 'info' } },
};
