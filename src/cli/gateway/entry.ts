import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ClientView, viewText } from '../../gateway/view-text.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';

/** What assistants call the gateway. */
export const gatewayName = 'plugboard';

/** The variable an entry takes the token of the gateway from. */
export const gatewayTokenVariable = 'PLUGBOARD_GATEWAY_TOKEN';

/** The gateway as a program that an assistant starts. */
export async function startedEntry(host: Host, args: readonly string[]): Promise<Server> {
  const found = await isOnPath(host);
  const [command, ...before] = found ? ['plugboard'] : [process.execPath, realpathSync(process.argv[1] ?? '')];
  return { command, args: [...before, 'serve', ...args] };
}

/** The gateway as an address. The token stays where it is; the entry only says which variable holds it. */
export function addressedEntry(url: string, seen: ClientView): Server {
  return {
    transport: 'http',
    url: addressWith(url, seen),
    headers: { Authorization: `Bearer \${${gatewayTokenVariable}}` },
  };
}

/** The address says who comes and what it sees. One that is somebody else's already, as behind a proxy, is left alone. */
function addressWith(url: string, { client = '', view }: ClientView): string {
  const address = new URL(url);
  if (/\/mcp\/?$/.test(address.pathname)) address.pathname = `${address.pathname.replace(/\/$/, '')}/${client}`;
  const words = viewText({ view });
  if (words !== '') address.search = address.search === '' ? words : `${address.search}&${words.slice(1)}`;
  return address.href;
}

/** An assistant finds by its name only what stands in a directory of the usual ones. */
async function isOnPath({ env, platform, fs }: Host): Promise<boolean> {
  const names = platform === 'win32' ? ['plugboard.cmd', 'plugboard.exe'] : ['plugboard'];
  for (const directory of (env['PATH'] ?? '').split(delimiter).filter((part) => part !== '')) {
    for (const name of names) if ((await fs.kindOf(join(directory, name))) === 'file') return true;
  }
  return false;
}
