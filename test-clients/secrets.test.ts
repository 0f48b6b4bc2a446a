import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, inject, it } from 'vitest';
import { pathsOf } from '../src/clients/paths.ts';
import { type ClientId, clients } from '../src/clients/registry.ts';
import type { Client } from '../src/clients/types.ts';
import { importServers } from '../src/manage/copy.ts';
import type { Host } from '../src/model/host.ts';
import type { Server } from '../src/model/server.ts';
import { planMigration } from '../src/secrets/migrate/plan-migration.ts';
import { nodeHost } from '../src/store/host/node-host.ts';
import { applyPlan } from '../src/store/write/apply-plan.ts';
import { askClient } from './ask-client.ts';
import type { Box } from './box.ts';
import { testClients } from './clients.ts';
import { drivers } from './drivers.ts';

const bin = mkdtempSync(join(tmpdir(), 'plugboard-bin-'));
symlinkSync(fileURLToPath(new URL('../bin/plugboard.js', import.meta.url)), join(bin, 'plugboard'));
// Clients find the launcher as on a machine on which Plugboard is installed.
process.env['PATH'] = [bin, process.env['PATH']].join(delimiter);
afterAll(() => rmSync(bin, { recursive: true, force: true }));

const stdioTarget = fileURLToPath(new URL('./stdio-target.mjs', import.meta.url));
const token = 'ghp_canaryOfTheClientxxxxxxxxxxxxxxxx';
const key = 'canary of "an argument", 100%';

const servers = (log: string, url: string): Record<string, Server> => ({
  local: { command: 'node', args: [stdioTarget, 'local', '--api-key', key], env: { API_TOKEN: token, LOG: log } },
  web: { transport: 'http', url: `${url}/web`, headers: { Authorization: `Bearer ${token}` } },
});

const wanted = inject('wanted');
const cases = testClients
  .filter(({ id }) => (wanted.length === 0 || wanted.includes(id)) && drivers[id].scopes.includes('user'))
  .map((client) => [client.id, client] as const);

it.concurrent.for(cases)(
  '%s starts migrated servers, which get their secrets',
  async ([id, client], { expect, onTestFailed }) => {
    const definition = (clients as Readonly<Record<string, Client | undefined>>)[id];
    if (!definition) throw new Error(`plugboard does not know ${id}`);
    const answer = await askClient({
      cache: inject('cache'),
      client,
      driver: drivers[id],
      scope: 'user',
      names: ['local', 'web'],
      prepare: async (box, url) => {
        expect(await migrated(box, definition, servers(box.log, url))).not.toContain('canary');
      },
    });
    onTestFailed(() => console.error(`── ${id} says\n${answer.raw}`));
    const [start] = answer.starts;
    expect.soft(start?.argv, 'arguments').toEqual(['local', '--api-key', key]);
    expect.soft(start?.env['API_TOKEN'], 'variable').toBe(token);
    const posts = answer.requests.filter(({ method }) => method === 'POST');
    expect.soft(posts.length, 'requests').toBeGreaterThan(0);
    for (const { headers } of posts) expect.soft(headers['authorization'], 'header').toBe(`Bearer ${token}`);
    for (const { name, status } of answer.listed) expect.soft(status, `status of ${name}`).toBe('connected');
  },
);

/** Adds the servers with plain secrets, and moves these. Returns the text of the client's file. */
async function migrated(box: Box, client: Client, all: Readonly<Record<string, Server>>): Promise<string> {
  const { home, project } = box;
  const own = nodeHost();
  const env = { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const host: Host = { ...own, home, cwd: project, env };
  const target = { client, scope: 'user' } as const;
  await applyPlan(host, await importServers(host, all, [target], { conflict: 'fail', sources: new Map() }));
  const request = {
    names: [],
    clients: [client.id as ClientId],
    vault: 'file',
    as: 'auto',
    oldBackups: 'seal',
  } as const;
  await applyPlan(host, (await planMigration(host, request)).plan);
  const location = client.locations.find(({ scope }) => scope === 'user');
  const [path = ''] = location ? pathsOf(location, { home, project, env, platform: host.platform }) : [];
  return readFileSync(path, 'utf8');
}
