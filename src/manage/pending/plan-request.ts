import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { patched } from '../../model/json/merge-patch.ts';
import type { Server } from '../../model/server.ts';
import type { ValueMap } from '../../model/value.ts';
import type { Plan } from '../../store/write/plan.ts';
import { add } from '../add.ts';
import { copy } from '../copy.ts';
import { planUndo } from '../plan-undo.ts';
import { sourcesOfText } from '../project-source.ts';
import { planPrepared } from '../registry/plan-install.ts';
import { remove } from '../remove.ts';
import { rename } from '../rename.ts';
import { setEnabled } from '../set-enabled.ts';
import { sync } from '../sync/sync.ts';
import { update } from '../update.ts';
import { type ChangeRequest, readDefinition, refuseMasks, refuseMeanings } from './change-request.ts';
import { placeNamed, sourceOf, targetAt, targetsOf } from './named-places.ts';

/** Plans a change that an assistant asks for, with the same use cases as the commands. Reads the files itself. */
export async function planRequest(host: Host, request: ChangeRequest): Promise<Plan> {
  switch (request.action) {
    case 'add':
      return planAdd(host, request);
    case 'update':
      return planUpdate(host, request);
    case 'remove':
      return remove(host, request.server, await targetsOf(host, request.server, request.to), {
        evenIfReferenced: true,
      });
    case 'enable':
    case 'disable':
      return setEnabled(
        host,
        request.server,
        request.action === 'enable',
        await targetsOf(host, request.server, request.to),
      );
    case 'rename':
      return rename(host, request.server, request.newName, await targetsOf(host, request.server, request.to), {
        references: true,
      });
    case 'copy': {
      const from = await sourceOf(host, request.server, request.from);
      return copy(host, request.server, from, request.to.map(targetAt));
    }
    case 'install': {
      const found = { name: request.registryName, version: request.version };
      const prepared = { name: request.server, server: request.definition as Server, found };
      return planPrepared(host, prepared, request.to.map(targetAt));
    }
    case 'sync':
      return planSync(host, request.to);
    case 'undo':
      return planUndo(host, request.change);
  }
}

type Of<A extends ChangeRequest['action']> = Extract<ChangeRequest, { action: A }>;

/** A definition that a project has too came from there, although the assistant typed it. */
async function planAdd(host: Host, { server: name, definition, to }: Of<'add'>): Promise<Plan> {
  refuseMasks(definition as ValueMap);
  refuseMeanings(definition);
  const server = readDefinition(definition);
  const source = (await sourcesOfText(host, [{ name, server }])).get(name);
  return add(host, name, server, to.map(targetAt), 'fail', source);
}

async function planUpdate(host: Host, { server: name, definition, to }: Of<'update'>): Promise<Plan> {
  refuseMasks(definition as ValueMap);
  refuseMeanings(definition);
  const targets = await targetsOf(host, name, to);
  const changed: Server[] = [];
  const change = (server: Server): Server => {
    const now = patched(server as ValueMap, definition as ValueMap) as Server;
    changed.push(now);
    return now;
  };
  const plan = await update(host, name, change, targets);
  const sources = await Promise.all(changed.map(async (server) => sourcesOfText(host, [{ name, server }])));
  const [source] = sources.flatMap((found) => found.get(name) ?? []);
  return source ? update(host, name, change, targets, source) : plan;
}

async function planSync(host: Host, to: readonly string[] | undefined): Promise<Plan> {
  const named = to?.map(placeNamed);
  const { plan, cells } = await sync(host, {
    only:
      named &&
      (({ client, scope }) =>
        named.some((one) => one.client.id === client.id && (one.scope === undefined || one.scope === scope))),
  });
  const conflicts = cells.filter(({ outcome }) => outcome === 'conflict').length;
  if (conflicts > 0) throw new PlugboardError('sync-conflict', { count: conflicts });
  return plan;
}
