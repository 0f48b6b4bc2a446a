import { defaultTimeout } from '../../model/server.ts';
import type { Era } from '../../runtime/connect/session/session.ts';
import { TASKS } from '../../runtime/tools/announced-tasks.ts';
import { INVALID_PARAMS, notFound, type RpcError } from '../message/rpc-error.ts';
import type { Client } from '../session/client.ts';
import type { Frame, JsonObject, RequestId } from '../session/session.ts';
import type { CallTarget } from '../upstream/call.ts';
import { request } from '../upstream/gateway-request.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { declaresTasks, hasTasks } from './offered-tasks.ts';
import { mayUse, mayUseUnknown } from './task-access.ts';
import { linkTo } from './task-link.ts';
import { withTaskId } from './task-message.ts';
import type { KnownTask } from './task-table.ts';
import type { Origin } from './tasks.ts';

/** `tasks/result` is answered when the task ends, however long that takes. */
const RESULT_MS = 24 * 3_600_000;

/** Forwards a task request to the server that has the task. */
export function forwardTaskRequest(session: Client, frame: Frame, era: Era): void {
  const { core, view } = session;
  const known = core.tasks.table.byClientId(frame.message.params?.['taskId']);
  const isKnown = known && core.upstreams(view).includes(known.upstream);
  if (isKnown ? !mayUse(session, known) : !mayUseUnknown(session))
    return session.refuse(frame.message.id as RequestId, unknownTask);
  if (isKnown) return forwardTo(session, frame, era, known);
  const soon = core.whenListed(['tools'], view);
  if (soon)
    session.track(
      frame,
      soon.then(() => forwardUnknownTask(session, frame, era)),
    );
  else forwardUnknownTask(session, frame, era);
}

function forwardTo(session: Client, frame: Frame, era: Era, task: KnownTask): void {
  const link = linkTo(session, task);
  const target = { upstream: task.upstream, link, task, ...limitFor(frame) };
  session.forward(withTaskId(frame, task.name, task.serverId), target, era);
}

/** Clients may keep task ids longer than a gateway runs, so the servers that support tasks are asked. */
function forwardUnknownTask(session: Client, frame: Frame, era: Era): void {
  const { core, view, client } = session;
  const { id, method = '' } = frame.message;
  const all = core.upstreams(view);
  const [upstream, ...others] = all.length === 1 ? all : all.filter((one) => hasTasks(one, era));
  if (!upstream) return session.refuse(id as RequestId, notFound(method));
  if (others.length === 0) {
    const target: CallTarget = { upstream, link: upstream.linkFor(session), task: 'unknown', ...limitFor(frame) };
    return session.forward(frame, target, era);
  }
  if (era === 'modern' && !declaresTasks(client.capabilities)) {
    return session.refuse(id as RequestId, missingCapability);
  }
  session.track(frame, findTask(session, frame, era, [upstream, ...others]));
}

async function findTask(session: Client, frame: Frame, era: Era, upstreams: readonly Upstream[]): Promise<void> {
  const taskId = frame.message.params?.['taskId'];
  const { client, core } = session;
  const found = await Promise.all(
    upstreams.map(async (upstream): Promise<Origin | undefined> => {
      const link = upstream.linkFor(session);
      const params: JsonObject = { taskId };
      const what = { method: 'tasks/get', params, client, timeoutMs: defaultTimeout * 1000 };
      return request(link, what).then(
        () => ({ upstream, link }),
        () => undefined,
      );
    }),
  );
  const place = found.find((one) => one !== undefined);
  if (!place) return session.refuse(frame.message.id as RequestId, unknownTask);
  forwardTo(session, frame, era, core.tasks.table.record(place.upstream, place.link, { id: String(taskId) }));
}

function limitFor({ message: { method } }: Frame): { limitMs?: number } {
  return method === 'tasks/result' ? { limitMs: RESULT_MS } : {};
}

const unknownTask: RpcError = { code: INVALID_PARAMS, message: 'Failed to retrieve task: Task not found' };

/** The error that modern servers return to clients that have not declared support for tasks. */
export const missingCapability: RpcError = {
  code: -32021,
  message: 'Missing required client capability',
  data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
};
