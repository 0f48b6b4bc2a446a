import type { Client, Filter } from '../session/client.ts';
import type { RequestId } from '../session/session.ts';
import { declaresTasks, hasTasks } from './offered-tasks.ts';
import { mayUse, mayUseUnknown } from './task-access.ts';
import { missingCapability } from './task-requests.ts';
import type { KnownTask } from './task-table.ts';

/** Starts a subscription that includes tasks. Returns false if it was rejected. */
export function watchTasks(session: Client, id: RequestId, wanted: Filter, taskIds: readonly unknown[]): boolean {
  if (!declaresTasks(session.client.capabilities)) {
    session.refuse(id, missingCapability);
    return false;
  }
  const tasks = taskIds.flatMap((name) => taskFor(session, String(name)) ?? []);
  session.subscriptions.begin(id, { ...wanted, taskIds: tasks.map(({ name }) => name) });
  session.core.tasks.watches.begin(session, id, tasks);
  return true;
}

/** An unknown id may be from an earlier run of the gateway. It is assigned to the only server that supports tasks. */
function taskFor(session: Client, name: string): KnownTask | undefined {
  const { core, view } = session;
  const upstreams = core.upstreams(view);
  const known = core.tasks.table.byClientId(name);
  if (known && upstreams.includes(known.upstream)) return mayUse(session, known) ? known : undefined;
  if (!mayUseUnknown(session)) return undefined;
  const [only, ...others] = upstreams.filter((upstream) => hasTasks(upstream, 'modern'));
  return only && others.length === 0 ? core.tasks.table.record(only, only.linkFor(session), { id: name }) : undefined;
}
