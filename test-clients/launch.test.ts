import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inject, it } from 'vitest';
import { pathsOf, type Surroundings } from '../src/clients/paths.ts';
import { locationOf } from '../src/clients/read-document.ts';
import { clients } from '../src/clients/registry.ts';
import type { Client, Location } from '../src/clients/types.ts';
import type { Server } from '../src/model/server.ts';
import { type Box, openBox } from './box.ts';
import { startHttpTarget } from './http-target.mjs';
import { askLaunched } from './launch-asks.ts';
import { launchBox } from './launch-box.ts';
import { argumentsOf, servers } from './servers.ts';
import { wantedClients } from './wanted-clients.ts';
import { writeFiles } from './write-files.ts';

const launched = wantedClients().flatMap((client) => {
  const definition: Client = clients[client.id];
  return definition.launch ? [{ client, definition }] : [];
});
const cases = launched.flatMap(({ client, definition }) =>
  [false, true].flatMap((only) => (only && !definition.launch?.only ? [] : [{ client, definition, only }])),
);

it.concurrent.for(cases.map((one) => [one.client.id, one.only ? 'no others' : 'its own', one] as const))(
  '%s is started with chosen servers and %s',
  async ([id, , { client, definition, only }], { expect, onTestFailed }) => {
    const cache = inject('cache');
    const target = await startHttpTarget();
    const box = openBox(cache, client);
    try {
      const file = await prepare(box, definition, target.url);
      const before = readFileSync(file, 'utf8');
      const words = ['first', 'second', '--servers', 'third/single', ...(only ? ['--only'] : [])];
      const { names, raw } = await askLaunched(id, launchBox(cache, box, definition, words));
      onTestFailed(() => console.error(`── ${id} says\n${raw}`));

      const chosen = ['plain', 'single', 'web', ...(only ? [] : ['own'])].toSorted();
      expect.soft([...names].toSorted(), 'servers it has').toEqual(chosen);
      if (id !== 'cline-cli') {
        const starts = new Map(box.starts().map((start) => [start.argv[0] ?? '', start]));
        expect.soft([...starts.keys()].toSorted(), 'started').toEqual(chosen.filter((name) => name !== 'web'));
        expect.soft(starts.get('plain')?.argv, 'arguments').toEqual(argumentsOf('plain'));
        expect.soft(starts.get('single')?.env['T_TOK'], 'a reference').toBe('sekret');
        const post = target.requests.find(({ method }) => method === 'POST');
        expect.soft(post, 'request').toMatchObject({ path: '/web', headers: { 'x-plain': 'plain' } });
      }

      // A session that was killed leaves its files for the next one to remove.
      await launchBox(cache, box, definition, ['first', '--servers', 'third/single']).run(
        definition.launch?.program ?? '',
        ['--version'],
      );
      expect.soft(remains(box, file), 'remains').toEqual([]);
      expect.soft(serversLeft(before, readFileSync(file, 'utf8')), 'its own file').toBe(true);
    } finally {
      target.close();
      box.remove();
    }
  },
);

/** Two sets, a third to take one server of, and a file of the client with a server of its own. Gives back the latter. */
async function prepare(box: Box, client: Client, url: string): Promise<string> {
  const { plain, off, web } = servers(box.log, url) as Record<'plain' | 'off' | 'web', Server>;
  const named = (name: string): Server => ({ ...plain, args: [plain.args?.[0] ?? '', ...argumentsOf(name)] });
  const { transport: type, ...address } = web;
  const sets = {
    // Claude Code would start what is switched off in a set, and that is said.
    first: { plain, ...(client.id === 'claude-code' ? {} : { off }) },
    second: { web: { type, ...address } },
    third: { single: named('single') },
  };
  for (const [name, mcpServers] of Object.entries(sets))
    box.put(`~/.claude/mcp-configs/${name}.json`, JSON.stringify({ mcpServers }));
  const location = locationOf(client, { scope: 'user' }) as Location;
  await writeFiles(box, client, location, { own: named('own') });
  return pathsOf(location, surroundings(box))[0] ?? '';
}

function surroundings({ home, project }: Box): Surroundings {
  return { home, project, env: {}, platform: process.platform as 'linux' | 'darwin' };
}

function remains({ home }: Box, file: string): string[] {
  const places = [`${home}/.local/state/plugboard/launch`, dirname(file)];
  const names = places.flatMap((place) => (existsSync(place) ? readdirSync(place) : []));
  return names.filter((name) => /^(?:plugboard-)?\d+-[0-9a-f]{8}-/.test(name));
}

/** Programs write into their own files; what is chosen for a session must not get there. */
function serversLeft(before: string, after: string): boolean {
  const has = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  return has(before, 'own') && has(after, 'own') && !has(after, 'single') && !has(after, 'web');
}
