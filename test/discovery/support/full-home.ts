import { writeDocument } from '../../../src/clients/document.ts';
import { pathsOf } from '../../../src/clients/paths.ts';
import { clients } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import type { Server } from '../../../src/model/server.ts';
import { home, project } from './world.ts';

/** A file for every location of every client, each with one server of its own. */
export async function fullHome(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const surroundings = { home, env: {}, platform: 'linux', project } as const;
  for (const client of Object.values<Client>(clients)) {
    for (const location of client.locations) {
      const path = pathsOf(location, surroundings)[0] as string;
      // An administrator's file would keep the others out.
      if (location.exclusive || (Object.hasOwn(files, path) && !location.atProject)) continue;
      const { scope, variant } = location;
      const name = [client.id, scope, variant].filter(Boolean).join('-');
      const place = { scope, project, ...(variant === undefined ? {} : { variant }) };
      // oxlint-disable-next-line no-await-in-loop -- a file may hold several scopes.
      files[path] = (await writeDocument(client, { [name]: server(name) }, place, files[path])).text;
    }
  }
  return files;
}

function server(name: string): Server {
  return { transport: 'stdio', command: 'npx', args: ['-y', name] };
}
