import type { ClientId } from '../../clients/registry.ts';
import { add } from '../../manage/add.ts';
import { fullerOf } from '../../manage/compare/same-definition.ts';
import { copy } from '../../manage/copy.ts';
import { listServers } from '../../manage/list-servers.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { remove } from '../../manage/remove.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/write/plan.ts';
import { catalog, entriesIn, entryNamed } from './entries-in.ts';
import { gatewayName, otherGatewayName } from './entry.ts';
import { isAgentServer, isGateway } from './is-gateway.ts';
import { hashInCatalog, type MovedServer, noteOf, noteText, readNote } from './moved-servers.ts';

/** The code by which `disconnect` finds the change in the history. */
export function connectAction(target: Target): string {
  return `gateway-connect ${nameOf(target)}`;
}

export function connectTitle(target: Target): string {
  return `connect ${nameOf(target)} to the gateway`;
}

type Moved = Omit<MovedServer, 'hash'>;

/** Whether connecting moves a server of the same file to the catalog, where the gateway finds it. */
export type IsReplaced = (name: string) => boolean;

/** Plans to add the gateway to a client. */
export async function planConnect(host: Host, target: Target, entry: Server, isReplaced: IsReplaced): Promise<Plan> {
  const own = (await ownServers(host, target)).filter(({ name }) => isReplaced(name));
  const { servers: kept } = await listServers(host, { clients: [catalogId], placed: false });
  const before = new Set((await entriesIn(host, catalog)).map(({ name }) => name));
  const moved: Moved[] = [];
  const steps = own.map(({ name, server }) => async (later: Host): Promise<Plan> => {
    const there = kept.find((one) => one.name === name && one.scope === 'user');
    if (there && fullerOf({ name, server: there.server }, { name, server })) {
      moved.push({ name, as: name, isOurs: false });
      return remove(later, name, [target], { evenIfReferenced: true });
    }
    const plan = await copy(later, name, target, [catalog], { move: true, conflict: 'rename' });
    const as = await newInCatalog(later, plan, before);
    if (as !== undefined) moved.push({ name, as, isOurs: true });
    return plan;
  });
  const put = async (later: Host): Promise<Plan> => {
    const taken = await entryNamed(later, target, gatewayName);
    const name = taken && isAgentServer(taken.server) ? otherGatewayName : gatewayName;
    return add(later, name, entry, [target], 'overwrite');
  };
  const plan = await inSteps(host, connectTitle(target), [
    ...steps,
    put,
    async (later) => planNote(later, target, moved),
  ]);
  return { ...plan, action: connectAction(target) };
}

/** The servers in the same file, except for the gateway. Servers of other files, such as a project's, are not moved. */
async function ownServers(host: Host, { client, scope, variant }: Target): Promise<ListedServer[]> {
  const { servers } = await listServers(host, { clients: [client.id as ClientId], placed: false });
  const here = servers.filter((one) => one.scope === scope && one.variant === variant && !one.parked);
  return here.filter(({ server, name }) => name !== gatewayName && !isGateway(server));
}

/** The name that a server gets in the catalog, which is then one of `known`; undefined if it is not added. */
async function newInCatalog(later: Host, { servers }: Plan, known: Set<string>): Promise<string | undefined> {
  for (const name of servers) {
    if (known.has(name) || !(await entryNamed(later, catalog, name))) continue;
    known.add(name);
    return name;
  }
  return undefined;
}

/** Records the moved servers, in addition to those moved before. */
async function planNote(host: Host, target: Target, moved: readonly Moved[]): Promise<Plan> {
  const draft = new PlanDraft(host, connectTitle(target));
  if (moved.length === 0) return draft.plan();
  const path = await noteOf(host, target);
  const now = await Promise.all(
    moved.map(async (one) => ({ ...one, hash: (await hashInCatalog(host, one.as)) ?? '' })),
  );
  const names = new Set(now.map(({ name }) => name));
  const before = (await readNote(host, path)).filter(({ name }) => !names.has(name));
  await draft.set(path, noteText([...before, ...now]));
  return draft.plan();
}
