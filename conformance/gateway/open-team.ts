import { startTeam, TOKEN } from '../../test/gateway/team/support/team.ts';
import type { Endpoint } from './open-gateway.ts';
import { startTokenRelay } from './token-relay.ts';

/** Two replicas with one server, behind nginx without affinity. */
export async function startBalancedGateways(server: Readonly<Record<string, unknown>>): Promise<Endpoint> {
  const team = await startTeam({ servers: { fixture: server } });
  const relay = await startTokenRelay(`http://127.0.0.1:${team.port}/mcp`, TOKEN);
  return {
    url: relay.url,
    close: async () => {
      relay.close();
      await team.close();
    },
  };
}
