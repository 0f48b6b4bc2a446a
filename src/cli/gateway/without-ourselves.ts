import type { ServersHere } from '../../live/servers-here.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { gatewayTokenVariable } from './entry.ts';

/** A gateway that serves itself would never come to an end. */
export function withoutOurselves(here: ServersHere, _host: Host): ServersHere {
  return { ...here, servers: here.servers.filter(({ server }) => !isGateway(server)) };
}

/** Whether an entry starts `plugboard serve`, or is the address of one. */
export function isGateway({ command, args, headers }: Server): boolean {
  if (Object.values(headers ?? {}).some((value) => value.includes(gatewayTokenVariable))) return true;
  const words = [command ?? '', ...(Array.isArray(args) ? args : [])].map(String);
  const isOurs = words.some((word) => /(?:^|[/\\@])plugboard(?:\.(?:js|cmd|exe|ps1|mjs))?(?:@[^/\\]*)?$/.test(word));
  return isOurs && words.includes('serve');
}
