import { type ClientView, viewText } from '../../gateway/catalog/view-text.ts';
import type { Target } from '../../manage/plan/target.ts';
import { ownProgram, stateVariable } from '../../manage/vaulted/own-program.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';

/** Name of the gateway entry in clients. */
export const gatewayName = 'plugboard';

/** Its name where the usual one is that of the server for assistants. */
export const otherGatewayName = 'plugboard-gateway';

/** Environment variable with the gateway token. */
export const gatewayTokenVariable = 'PLUGBOARD_GATEWAY_TOKEN';

/** The gateway entry as a stdio server. */
export async function stdioEntry(host: Host, target: Target, args: readonly string[]): Promise<Server> {
  return ownEntry(host, target, ['serve', ...args]);
}

/** An entry that starts this program with a command. */
export async function ownEntry(host: Host, { client, scope }: Target, words: readonly string[]): Promise<Server> {
  const isShared = scope === 'project';
  const [command = '', ...before] = await ownProgram(host, { isShared, isDesktop: client.behavior?.isDesktopApp });
  const env = isShared ? undefined : stateVariable(host);
  return { command, args: [...before, ...words], ...(env && { env }) };
}

/** The gateway entry as an HTTP server. It refers to the token by its variable. */
export function httpEntry(url: string, seen: ClientView): Server {
  return {
    transport: 'http',
    url: addressWith(url, seen),
    headers: { Authorization: `Bearer \${${gatewayTokenVariable}}` },
  };
}

/** Adds the client name and view to the URL. Another path, as behind a proxy, is not changed. */
function addressWith(url: string, { client = '', view }: ClientView): string {
  const address = new URL(url);
  if (/\/mcp\/?$/.test(address.pathname)) address.pathname = `${address.pathname.replace(/\/$/, '')}/${client}`;
  const words = viewText({ view });
  if (words !== '') address.search = address.search === '' ? words : `${address.search}&${words.slice(1)}`;
  return address.href;
}
