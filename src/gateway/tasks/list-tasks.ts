import { defaultTimeout } from '../../model/server.ts';
import { isMap } from '../../model/value.ts';
import { AnswerError } from '../../runtime/connect/errors.ts';
import type { Era } from '../../runtime/connect/session/session.ts';
import { wholeOf } from '../message/frame.ts';
import { notFound, type RpcError, unreachable } from '../message/rpc-error.ts';
import type { Client } from '../session/client.ts';
import type { Frame, JsonObject, RequestId } from '../session/session.ts';
import { request } from '../upstream/gateway-request.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { listsTasks } from './offered-tasks.ts';
import { mayUseUnknown } from './task-access.ts';
import { factsOf } from './task-message.ts';

const MAX_PAGES = 100;

/** With several servers, lists all tasks on one page. With one server, forwards its pagination. */
export function listTasks(session: Client, frame: Frame, era: Era): void {
  const soon = session.core.whenListed(['tools'], session.view);
  if (soon)
    session.track(
      frame,
      soon.then(() => listKnown(session, frame, era)),
    );
  else listKnown(session, frame, era);
}

function listKnown(session: Client, frame: Frame, era: Era): void {
  const id = frame.message.id as RequestId;
  const all = session.core.upstreams(session.view);
  const [upstream, ...others] = all.length === 1 ? all : all.filter(listsTasks);
  if (!upstream) return session.refuse(id, notFound('tasks/list'));
  if (!listsTasks(upstream) && mayUseUnknown(session))
    return session.forward(frame, { upstream, link: upstream.linkFor(session) }, era);
  const { _meta: _, ...params } = wholeOf(frame).params ?? {};
  const result = others.length === 0 ? onePage(session, upstream, params) : allPages(session, [upstream, ...others]);
  result.then(
    (found) => session.reply(id, found),
    (error: unknown) => session.refuse(id, refusalOf(error, upstream)),
  );
}

async function onePage(session: Client, upstream: Upstream, params: JsonObject): Promise<JsonObject> {
  const { client, core } = session;
  const link = upstream.linkFor(session);
  const what = { method: 'tasks/list', params, client, timeoutMs: defaultTimeout * 1000 };
  const result = await request(link, what);
  const listed = (Array.isArray(result['tasks']) ? result['tasks'] : []).filter(isMap);
  const tasks = await Promise.all(
    listed.map(async (task) => {
      const facts = factsOf(task);
      // On a shared connection, a client sees only its own tasks, and only those of its principal.
      if (!facts || (await core.tasks.isOthers({ upstream, link }, facts.id, session))) return [];
      return [{ ...task, taskId: core.tasks.table.record(upstream, link, facts).name }];
    }),
  );
  return { ...result, tasks: tasks.flat() };
}

/** A server that fails does not hide the tasks of the others. */
async function allPages(session: Client, upstreams: readonly Upstream[]): Promise<JsonObject> {
  const lists = await Promise.allSettled(upstreams.map(async (upstream) => pagesOf(session, upstream)));
  const found = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []));
  const [failed] = lists.flatMap((list) => (list.status === 'rejected' ? [list.reason as unknown] : []));
  if (found.length === 0) throw failed;
  return { tasks: found.flat() };
}

async function pagesOf(session: Client, upstream: Upstream): Promise<unknown[]> {
  const all: unknown[] = [];
  let params: JsonObject = {};
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { tasks, nextCursor } = await onePage(session, upstream, params);
    for (const task of tasks as unknown[]) all.push(task);
    if (typeof nextCursor !== 'string' || nextCursor === params['cursor']) break;
    params = { cursor: nextCursor };
  }
  return all;
}

function refusalOf(error: unknown, { name }: Upstream): RpcError {
  return error instanceof AnswerError ? { code: error.code, message: error.message } : unreachable(name, error);
}
