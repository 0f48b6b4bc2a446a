import type { Client, Filter } from '../client.ts';
import type { RequestId } from '../session.ts';
import { declaresTasks, hasTasks } from './offered-tasks.ts';
import { missingCapability } from './task-requests.ts';
import type { KnownTask } from './task-table.ts';

/** Begins a subscription to tasks among other things, as far as they are known. False when it was refused. */
export function watchTasks(session: Client, id: RequestId, wanted: Filter, taskIds: readonly unknown[]): boolean {
  if (!declaresTasks(session.client.capabilities)) {
    session.refuse(id, missingCapability);
    return false;
  }
  const tasks = taskIds.flatMap((name) => taskFor(session, String(name)) ?? []);
  session.listening.begin(id, { ...wanted, taskIds: tasks.map(({ name }) => name) });
  session.core.tasks.watches.begin(session, id, tasks);
  return true;
}

/** One that was made before the gateway was started is at the only server that can have made it. */
function taskFor(session: Client, name: string): KnownTask | undefined {
  const { core, view } = session;
  const upstreams = core.upstreams(view);
  const known = core.tasks.table.named(name);
  if (known && upstreams.includes(known.upstream)) return known;
  const [only, ...others] = upstreams.filter((upstream) => hasTasks(upstream, 'modern'));
  return only && others.length === 0 ? core.tasks.table.note(only, only.linkFor(session), { id: name }) : undefined;
}
