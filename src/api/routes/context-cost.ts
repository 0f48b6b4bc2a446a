import { Hono } from 'hono';
import type { DiscoveredClient } from '../../discovery/types.ts';
import { type KnownTools, cachedToolSizes } from '../../live/tools/cached-tool-sizes.ts';
import { compareNames } from '../../model/server-name.ts';
import type { Server } from '../../model/server.ts';
import { definitionKey } from '../../runtime/tools/pins/definition-key.ts';
import type { ApiContext } from '../api-context.ts';
import type { ClientCost, ContextCostAnswer, ServerCost, ServerCosts } from '../contract/context-cost.ts';
import { HttpError } from '../http-error.ts';
import { machineOf } from '../views/machine.ts';
import { serverStatus } from '../views/servers/server-status.ts';
import { snapshotOf } from '../views/snapshot.ts';
import { toolFigures } from '../views/tools/tool-figures.ts';

/** A tenth of the smallest common context window of today's clients. */
const USUAL_BUDGET = 20_000;
/** The number of servers per client in the overview. */
const TOP = 10;

type Lookup = (name: string, server: Server) => Promise<Omit<ServerCost, 'name'>>;

/** `GET /api/context-cost`, `GET /api/context-cost/:client` */
export function contextCostRoutes(api: ApiContext): Hono {
  const used = async (): Promise<DiscoveredClient[]> => {
    const { clients } = (await machineOf(api)()).discovery;
    return clients.filter(({ client, names }) => !client.verbatim && names.length > 0);
  };
  return new Hono()
    .get('/context-cost', async (context) => {
      const toolsOf = await lookupOf(api);
      const costs = await Promise.all((await used()).map((client) => costOfClient(client, toolsOf)));
      const answer: ContextCostAnswer = costs.toSorted(
        (a, b) => b.tokens - a.tokens || compareNames(a.clientName, b.clientName),
      );
      return context.json(answer);
    })
    .get('/context-cost/:client', async (context) => {
      const id = context.req.param('client');
      const client = (await used()).find((one) => one.client.id === id);
      if (!client) throw new HttpError(404, { code: 'not-found', message: `${id} uses no servers.` });
      return context.json((await costsIn(client, await lookupOf(api))) satisfies ServerCosts);
    });
}

/** The figures of the server list for the definition that Plugboard starts; others are known from earlier runs only. */
async function lookupOf(api: ApiContext): Promise<Lookup> {
  const { machine, runtime, board } = await snapshotOf(api);
  const figuresOf = toolFigures(runtime);
  const cached = cachedToolSizes(api.host);
  return async (name, server) => {
    const started = machine.here.get(name);
    const figures = started && definitionKey({ name, server }) === definitionKey(started) ? figuresOf(name) : undefined;
    if (figures) return { tokens: figures.tokens, tools: figures.tools.on };
    return (await cached(name, server)) ?? { status: serverStatus(name, machine, runtime, board).name };
  };
}

/** For the servers that the client would start or connect to. */
async function costOfClient(discovered: DiscoveredClient, toolsOf: Lookup): Promise<ClientCost> {
  const { client } = discovered;
  const servers = await costsIn(discovered, toolsOf);
  const sum = (field: keyof KnownTools): number => servers.reduce((total, one) => total + (one[field] ?? 0), 0);
  return {
    client: client.id,
    clientName: client.name,
    tokens: sum('tokens'),
    tools: sum('tools'),
    budget: USUAL_BUDGET,
    servers: servers.length,
    unknown: servers.filter(({ tokens }) => tokens === undefined).length,
    top: servers.slice(0, TOP),
  };
}

async function costsIn({ names }: DiscoveredClient, toolsOf: Lookup): Promise<ServerCost[]> {
  const inUse = names.flatMap(({ name, active, disabled }) => (active && !disabled ? [{ name, active }] : []));
  const servers = await Promise.all(
    inUse.map(async ({ name, active }) => ({ name, ...(await toolsOf(name, active.server)) })),
  );
  return servers.toSorted((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0) || compareNames(a.name, b.name));
}
