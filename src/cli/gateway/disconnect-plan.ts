import { importServers } from '../../manage/copy.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { sourcesOfText } from '../../manage/project-source.ts';
import { remove } from '../../manage/remove.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { changesSince, readHistory } from '../../store/journal/history.ts';
import type { Plan } from '../../store/write/plan.ts';
import { connectAction, connectTitle } from './connect-plan.ts';
import { catalog, documentOf, entriesIn, entryNamed } from './entries-in.ts';
import { gatewayName } from './entry.ts';
import { isAgentServer, isGateway } from './is-gateway.ts';
import { hashInCatalog, isUsedByOtherClient, type MovedServer, noteOf, readNote } from './moved-servers.ts';

function disconnectTitle(target: Target): string {
  return `disconnect ${nameOf(target)} from the gateway`;
}

function disconnectAction(target: Target): string {
  return `gateway-disconnect ${nameOf(target)}`;
}

/** History ids of changes that connected this client and were not undone, newest first. */
export async function connectedBy(host: Host, target: Target): Promise<string[]> {
  return changesSince(host, { did: connectAction(target), undid: disconnectAction(target) }, (title) =>
    actionInTitle(title, target),
  );
}

/** Entries of older versions have no code, only a title. */
function actionInTitle(title: string, target: Target): string | undefined {
  if (title === connectTitle(target)) return connectAction(target);
  return title === disconnectTitle(target) ? disconnectAction(target) : undefined;
}

/** Plans to remove the gateway from a file that changed since, and to restore the servers it replaced. */
export async function planDisconnect(host: Host, target: Target): Promise<Plan> {
  const { path } = await documentOf(host, target);
  const note = await noteOf(host, target);
  const moved = await readNote(host, note);
  const gateways = (await entriesIn(host, target))
    .filter(({ name, server }) => (name === gatewayName && !isAgentServer(server)) || isGateway(server))
    .map(({ name }) => name);
  if (gateways.length + moved.length === 0) {
    throw new PlugboardError('server-missing', { name: gatewayName, file: path });
  }
  const originals = moved.length > 0 ? await originalsOf(host, target, path) : new Map<string, Server>();
  const plan = await inSteps(host, disconnectTitle(target), [
    ...gateways.map((name) => async (later: Host) => remove(later, name, [target], { evenIfReferenced: true })),
    ...moved.flatMap((one) => moveBack(target, one, { note, original: originals.get(one.name) })),
    async (later) => {
      const draft = new PlanDraft(later, disconnectTitle(target));
      await draft.set(note, undefined);
      return draft.plan();
    },
  ]);
  return { ...plan, restored: [], action: disconnectAction(target) };
}

/**
 * Moves a server back to its file unless another one is there now, and removes it from the catalog unless it is used
 * otherwise.
 */
function moveBack(
  target: Target,
  { name, as, isOurs, hash }: MovedServer,
  from: { readonly note: string; readonly original: Server | undefined },
): ((later: Host) => Promise<Plan>)[] {
  let isBack = false;
  return [
    async (later) => {
      const kept = (await entryNamed(later, catalog, as))?.server;
      const isSame = (await hashInCatalog(later, as)) === hash;
      const server = definitionFrom(kept, isSame ? from.original : undefined) ?? from.original;
      const { path } = await documentOf(later, catalog);
      const sources = server && (await sourcesOfText(later, [{ name, server }], path));
      const plan = await importServers(later, server ? { [name]: server } : {}, [target], {
        conflict: 'skip',
        ...(sources && { sources }),
      });
      isBack = isOurs && isSame && plan.changes.length > 0 && !(await isUsedByOtherClient(later, from.note, as));
      return plan;
    },
    async (later) =>
      isBack
        ? remove(later, as, [catalog], { evenIfReferenced: true })
        : new PlanDraft(later, disconnectTitle(target)).plan(),
  ];
}

/** The original definition if the catalog entry is unchanged. `disabled` may have been in another file. */
function definitionFrom(kept: Server | undefined, original: Server | undefined): Server | undefined {
  return kept && original ? { ...original, ...(kept.disabled && { disabled: true }) } : kept;
}

/** The servers in the file before it was connected, as far as the history has them. */
async function originalsOf(host: Host, target: Target, path: string): Promise<Map<string, Server>> {
  const originals = new Map<string, Server>();
  for (const id of await connectedBy(host, target)) {
    const { files, before } = await readHistory(host, id);
    const text = before[files.findIndex((file) => file.path === path)];
    if (text === undefined) continue;
    for (const { name, server } of await entriesIn(host, target, text)) originals.set(name, server);
  }
  return originals;
}
