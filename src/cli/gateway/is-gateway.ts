import { textsIn } from '../../model/diagnostics/texts.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { gatewayTokenVariable } from './entry.ts';

const OURS = /(?:^|[/\\@])plugboard(?:\.(?:js|cmd|exe|ps1|mjs))?(?:@[^/\\]*)?$/;

/** Whether an entry starts `plugboard serve`, or is the URL of a gateway. */
export function isGateway(server: Server): boolean {
  if (textsIn(server.headers).some(({ text }) => text.includes(gatewayTokenVariable))) return true;
  return starts('serve', server);
}

/** Whether an entry starts `plugboard mcp`, which may have the name that the gateway's entry usually has. */
export function isAgentServer(server: Server): boolean {
  return starts('mcp', server);
}

/** Of an entry as it was read, which may be malformed. */
function starts(word: string, { command, args }: Server): boolean {
  const words = textsIn([command, args] as Value).flatMap(({ text }) => text.split(' '));
  return words.includes(word) && words.some((one) => OURS.test(one));
}
