import { discover } from '../../discovery/discover.ts';
import type { DiscoveredEntry } from '../../discovery/types.ts';
import { nameList } from '../../doctor/name-list.ts';
import type { View } from '../../gateway/options.ts';
import { approvalsOf } from '../../live/approvals/project-servers.ts';
import { type ServerHere, serversHere } from '../../live/servers-here.ts';
import { cachedToolSizes } from '../../live/tools/cached-tool-sizes.ts';
import type { Target } from '../../manage/plan/target.ts';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import { runDefinition } from '../../model/run-definition.ts';
import { isAgentServer, isGateway } from './is-gateway.ts';

/** A server that a client uses itself and would also get from the gateway. */
export interface DoubledServer {
  readonly name: string;
  readonly file: string;
  /** Whether its entry is in the file that gets the gateway, so that it can be replaced. */
  readonly isThere: boolean;
  /** How many tools it has, if it has been listed before. */
  readonly tools?: number;
}

/** The servers that the client would see twice, once through the gateway with this view. Starts none of them. */
export async function doubledServers(host: Host, target: Target, { servers }: View): Promise<DoubledServer[]> {
  const { client, scope, variant } = target;
  const discovery = await discover(host);
  const here = await serversHere(host, { project: host.cwd, discovery, ...(servers && { names: servers }) });
  const offered = await offeredOf(host, here.servers);
  const sizes = cachedToolSizes(host);
  const own = discovery.clients.find((one) => one.client.id === client.id)?.names ?? [];
  const found = own.map(async ({ active }): Promise<DoubledServer[]> => {
    if (!active || active.off || isGateway(active.server) || isAgentServer(active.server)) return [];
    const twin = twinOf(active, offered);
    if (!twin) return [];
    const isThere = active.scope === scope && active.location.variant === variant && active.distance === 0;
    const tools = (await sizes(twin.name, twin.server))?.tools;
    return [{ name: active.name, file: active.file, isThere, ...(tools !== undefined && { tools }) }];
  });
  return (await Promise.all(found)).flat();
}

/** The servers that a gateway offers here: those of a project only once they are approved. */
async function offeredOf(host: Host, servers: readonly ServerHere[]): Promise<ServerHere[]> {
  const approvals = approvalsOf(host);
  const judged = servers.map(async (one) => {
    if (one.disabled || isGateway(one.server)) return [];
    return one.origin?.project === undefined || (await approvals.permissionFor(one)) === 'approved' ? [one] : [];
  });
  return (await Promise.all(judged)).flat();
}

/** By its name, under which the gateway may have another definition of it, or by what is started or contacted. */
function twinOf({ name, server }: DiscoveredEntry, offered: readonly ServerHere[]): ServerHere | undefined {
  const definition = runDefinition(server);
  return offered.find((one) => one.name === name) ?? offered.find((one) => runDefinition(one.server) === definition);
}

/** `Cursor would see 2 servers twice, with 57 tools: github, files`. */
export function doubledText({ client }: Target, doubled: readonly DoubledServer[], isFuture: boolean): string {
  const known = doubled.flatMap(({ tools }) => tools ?? []);
  const sum = known.reduce((all, one) => all + one, 0);
  const least = known.length < doubled.length ? 'at least ' : '';
  const tools = sum > 0 ? `, with ${least}${count(sum, 'tool')}` : '';
  const names = nameList(doubled.map(({ name }) => name));
  return `${client.name} ${isFuture ? 'would see' : 'sees'} ${count(doubled.length, 'server')} twice${tools}: ${names}`;
}
