import { Hono } from 'hono';
import { discover } from '../../discovery/discover.ts';
import type { DiscoveredClient } from '../../discovery/types.ts';
import { type KnownTools, cachedToolSizes } from '../../live/known-tokens.ts';
import type { Server } from '../../model/server.ts';
import type { ClientCost, ContextCostAnswer } from '../contract/context-cost.ts';
import type { Desk } from '../desk.ts';

/** A tenth of the smallest context that today's assistants commonly work with. */
const USUAL_BUDGET = 20_000;

type Lookup = (name: string, server: Server) => Promise<KnownTools | undefined>;

/** `GET /api/context-cost` */
export function contextCostRoutes({ host }: Desk): Hono {
  return new Hono().get('/context-cost', async (context) => {
    const { clients } = await discover(host, { placed: false });
    const toolsOf = cachedToolSizes(host);
    const used = clients.filter(({ client, names }) => !client.verbatim && names.length > 0);
    const costs = await Promise.all(used.map((client) => costOfClient(client, toolsOf)));
    const answer: ContextCostAnswer = costs.toSorted((a, b) => b.tokens - a.tokens);
    return context.json(answer);
  });
}

/** Of the servers that the client would start or reach. */
async function costOfClient({ client, names }: DiscoveredClient, toolsOf: Lookup): Promise<ClientCost> {
  const inUse = names.flatMap(({ name, inForce, disabled }) => (inForce && !disabled ? [{ name, inForce }] : []));
  const servers = await Promise.all(
    inUse.map(async ({ name, inForce }) => ({ name, ...(await toolsOf(name, inForce.server)) })),
  );
  const sum = (field: keyof KnownTools): number => servers.reduce((total, one) => total + (one[field] ?? 0), 0);
  return {
    client: client.id,
    clientName: client.name,
    tokens: sum('tokens'),
    tools: sum('tools'),
    budget: USUAL_BUDGET,
    servers: servers.toSorted((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0)),
  };
}
