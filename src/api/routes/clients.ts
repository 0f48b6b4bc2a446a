import { Hono } from 'hono';
import { switchesOf } from '../../clients/switches.ts';
import type { Client } from '../../clients/types.ts';
import { findClients, type FoundClient, type FoundFile } from '../../discovery/find-clients.ts';
import type { DiscoveredClient } from '../../discovery/types.ts';
import type { Host } from '../../model/host.ts';
import { writableScopes } from '../../model/scope.ts';
import { compareNames } from '../../model/server-name.ts';
import type { ApiContext } from '../api-context.ts';
import type { ClientFileView, ClientsAnswer, ClientView } from '../contract/clients.ts';
import { machineOf } from '../views/machine.ts';
import { clientName } from '../views/servers/entry-view.ts';
import { issueView, pathView } from '../views/words.ts';

/** `GET /api/clients` */
export function clientsRoutes(api: ApiContext): Hono {
  const { host } = api;
  return new Hono().get('/clients', async (context) => {
    const [{ discovery }, found] = await Promise.all([machineOf(api)(), findClients(host)]);
    const views = found.map((one) =>
      clientView(
        one,
        discovery.clients.find(({ client }) => client.id === one.client.id),
        host,
      ),
    );
    const answer: ClientsAnswer = views.toSorted(
      (a, b) => Number(b.isHere) - Number(a.isHere) || compareNames(a.name, b.name),
    );
    return context.json(answer);
  });
}

function clientView(
  { client, installed, files }: FoundClient,
  discovered: DiscoveredClient | undefined,
  host: Host,
): ClientView {
  const { id, docs, programs, transports, references, unknownKeys, trust, verified, launch } = client;
  const [program] = programs ?? [];
  const carries = new Set(client.shapes.at(-1)?.lenses.flatMap((lens) => lens.fields));
  return {
    id,
    name: clientName(id),
    docs,
    // Our own catalog always exists.
    isHere: installed || client.verbatim === true,
    ...(program !== undefined && { program }),
    files: files.map((file) => fileViewOf(file, discovered, host)),
    servers: new Set(discovered?.entries.map(({ name }) => name)).size,
    transports,
    ...(references.syntax && { references: references.syntax.shown }),
    unknownKeys,
    switch: carries.has('disabled') ? 'own-key' : hasSwitchList(client) ? 'list' : 'none',
    toolFilter: carries.has('tools'),
    ...(trust !== undefined && { trust }),
    verified,
    canLaunchSets: launch !== undefined,
  };
}

function hasSwitchList(client: Client): boolean {
  return client.locations.some(({ scope }) => switchesOf(client, { scope, project: '/' }).length > 0);
}

function fileViewOf(
  { location, path, exists }: FoundFile,
  discovered: DiscoveredClient | undefined,
  host: Host,
): ClientFileView {
  const { scope, variant, format, note, unread } = location;
  const issues = discovered?.files.filter((file) => file.path === path).flatMap((file) => file.issues) ?? [];
  const servers = discovered?.entries.filter((entry) => entry.file === path && entry.scope === scope) ?? [];
  return {
    scope,
    ...(variant !== undefined && { variant }),
    file: pathView(path, host),
    exists,
    format,
    servers: servers.length,
    ...(note !== undefined && { note }),
    issues: issues.map((issue) => issueView(issue, host)),
    writable: writableScopes.includes(scope) && !unread,
  };
}
