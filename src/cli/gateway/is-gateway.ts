import type { Server } from '../../model/server.ts';
import { gatewayTokenVariable } from './entry.ts';

const OURS = /(?:^|[/\\@])plugboard(?:\.(?:js|cmd|exe|ps1|mjs))?(?:@[^/\\]*)?$/;

/** Whether an entry starts `plugboard serve`, or is the URL of a gateway. */
export function isGateway({ command, args, headers }: Server): boolean {
  if (Object.values(headers ?? {}).some((value) => value.includes(gatewayTokenVariable))) return true;
  const words = [command ?? '', ...(Array.isArray(args) ? args : [])].flatMap((word) => word.split(' '));
  return words.includes('serve') && words.some((word) => OURS.test(word));
}
