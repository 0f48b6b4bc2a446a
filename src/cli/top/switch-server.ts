import { type ClientId, clients } from '../../clients/registry.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { listServers } from '../../manage/list-servers.ts';
import { isPartlyOff } from '../../manage/plan/plan-words.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { setEnabled } from '../../manage/set-enabled.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import { commit } from '../../store/write/apply-plan.ts';

/** Enables or disables a server in the file of its active definition. Returns a message. */
export async function switchServer(host: Host, server: ServerHere, enabled: boolean): Promise<string> {
  const target = await targetOf(host, server);
  const { plan, applied } = await commit(host, () => setEnabled(host, server.name, enabled, [target]));
  const where = isPartlyOff(plan) ? ', in this project only' : '';
  const done = `${server.name} is ${enabled ? 'enabled' : 'disabled'} in ${nameOf(target)}${where}`;
  return applied ? `${done}; undo with: plugboard undo` : done;
}

async function targetOf(host: Host, { name, origin }: ServerHere): Promise<Target> {
  const id = (origin?.client ?? catalogId) as ClientId;
  const { servers } = await listServers(host, { clients: [id], placed: false });
  const found = servers.find((one) => one.name === name && one.file === origin?.file);
  const scope = found?.scope ?? origin?.scope ?? 'user';
  return { client: clients[id], scope, ...(found?.variant === undefined ? {} : { variant: found.variant }) };
}
