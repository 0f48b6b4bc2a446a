import type { ServersHere } from '../../live/servers-here.ts';
import { isGateway } from './is-gateway.ts';

/** Removes the gateway from its own servers, to avoid endless recursion. */
export function withoutGateway(here: ServersHere): ServersHere {
  return { ...here, servers: here.servers.filter(({ server }) => !isGateway(server)) };
}
