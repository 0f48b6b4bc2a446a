import { type ClientId, clients } from '../../clients/registry.ts';
import { add } from '../../manage/add.ts';
import { copy } from '../../manage/copy.ts';
import { inSteps } from '../../manage/in-steps.ts';
import { listServers } from '../../manage/list-servers.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import { remove } from '../../manage/remove.ts';
import { fullerOf } from '../../manage/same-definition.ts';
import { nameOf, type Target } from '../../manage/target.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { listHistory } from '../../store/history.ts';
import type { Plan } from '../../store/plan.ts';
import { gatewayName } from './entry.ts';
import { isGateway } from './is-gateway.ts';

/** How the change is called in the history; `disconnect` finds it there. */
function titleFor(target: Target): string {
  return `connect ${nameOf(target)} to the gateway`;
}

/**
 * Plans to put the gateway into an assistant. With `isReplacing` the servers that stand in the same file go to the
 * catalog, where the gateway finds them, so that nothing is offered twice.
 */
export async function planConnect(host: Host, target: Target, entry: Server, isReplacing: boolean): Promise<Plan> {
  const own = isReplacing ? await ownServers(host, target) : [];
  const catalog = { client: clients.canonical, scope: 'user' } as const;
  const { servers: kept } = await listServers(host, { clients: ['canonical'], placed: false });
  const steps = own.map(({ name, server }) => async (later: Host): Promise<Plan> => {
    const there = kept.find((one) => one.name === name && one.scope === 'user');
    if (there && fullerOf({ name, server: there.server }, { name, server })) {
      return remove(later, name, [target], { evenIfReferenced: true });
    }
    return copy(later, name, target, [catalog], { move: true, conflict: 'rename' });
  });
  const put = async (later: Host): Promise<Plan> => add(later, gatewayName, entry, [target], 'overwrite');
  return inSteps(host, titleFor(target), [...steps, put]);
}

/** Those of the same file; what came with a project is not ours to move. */
async function ownServers(host: Host, { client, scope, variant }: Target): Promise<ListedServer[]> {
  const { servers } = await listServers(host, { clients: [client.id as ClientId], placed: false });
  const here = servers.filter((one) => one.scope === scope && one.variant === variant && !one.parked);
  return here.filter(({ server, name }) => name !== gatewayName && !isGateway(server));
}

/** The change that connected this assistant and still stands. */
export async function connectedBy(host: Host, target: Target): Promise<string | undefined> {
  const entries = await listHistory(host);
  return entries.find(({ title, undoes, undoneBy }) => title === titleFor(target) && !undoes && !undoneBy)?.id;
}
