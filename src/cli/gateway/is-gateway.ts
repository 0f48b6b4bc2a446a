import type { Server } from '../../model/server.ts';
import { gatewayTokenVariable } from './entry.ts';

const OURS = /(?:^|[/\\@])plugboard(?:\.(?:js|cmd|exe|ps1|mjs))?(?:@[^/\\]*)?$/;

/** Whether an entry starts `plugboard serve`, or is the URL of a gateway. */
export function isGateway(server: Server): boolean {
  if (Object.values(server.headers ?? {}).some((value) => value.includes(gatewayTokenVariable))) return true;
  return starts('serve', server);
}

/** Whether an entry starts `plugboard mcp`, which may have the name that the gateway's entry usually has. */
export function isAgentServer(server: Server): boolean {
  return starts('mcp', server);
}

function starts(word: string, { command, args }: Server): boolean {
  const words = [command ?? '', ...(Array.isArray(args) ? args : [])].flatMap((one) => one.split(' '));
  return words.includes(word) && words.some((one) => OURS.test(one));
}
