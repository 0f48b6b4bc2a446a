import type { ServersHere } from '../../live/servers-here.ts';
import { isGateway } from './is-gateway.ts';

/** A gateway that serves itself would never come to an end. */
export function withoutOurselves(here: ServersHere): ServersHere {
  return { ...here, servers: here.servers.filter(({ server }) => !isGateway(server)) };
}
