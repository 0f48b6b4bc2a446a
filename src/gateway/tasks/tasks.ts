import { isMap } from '../../model/value.ts';
import type { Call } from '../call.ts';
import { wholeOf } from '../frame.ts';
import { INVALID_PARAMS } from '../refusal.ts';
import { progressFrame, progressTokenOf } from '../rewrite.ts';
import type { Frame } from '../session.ts';
import type { UpstreamLink } from '../upstream-link.ts';
import type { Upstream } from '../upstream.ts';
import { taskIn, withTaskId } from './task-message.ts';
import { type KnownTask, TaskTable } from './task-table.ts';
import { type Hearer, TaskWatches } from './task-watches.ts';

/** Where a message comes from. */
export interface Origin {
  readonly upstream: Upstream;
  readonly link: UpstreamLink;
}

/** Long-running work of servers, of which clients hear long after the call that began it. */
export class Tasks {
  readonly table = new TaskTable();
  readonly watches = new TaskWatches();

  /** An answer that makes a task or is about one, with the id that the client knows. */
  answered(call: Call, frame: Frame, session: string): Frame {
    const { upstream, link, task } = call.target;
    if (typeof task === 'object') return this.#heardOf(task, call, frame, session);
    const facts = frame.message.error === undefined ? taskIn(frame, 'result') : undefined;
    if (!facts) return frame;
    const made = this.table.note(upstream, link, facts);
    if (task === undefined) {
      made.session = session;
      if (call.token !== undefined) made.progress = { up: call.id, token: call.token };
    } else made.session ??= session;
    return withTaskId(frame, made.own, made.name);
  }

  /** What a server says by itself, with the ids that clients know. */
  shown({ upstream, link }: Origin, frame: Frame): Frame {
    if (!this.table.hasRenamed) return frame;
    return [...this.table.beside(upstream, link)].reduce((one, { own, name }) => withTaskId(one, own, name), frame);
  }

  /** What a client answers, with the ids that the server knows. */
  owned(link: UpstreamLink, frame: Frame): Frame {
    if (!this.table.hasRenamed) return frame;
    const there = [...this.table.all()].filter((task) => task.link === link);
    return there.reduce((one, { own, name }) => withTaskId(one, name, own), frame);
  }

  /** Whether a notification is about a task; then whoever it is for has got it. */
  isNews(origin: Origin, frame: Frame, users: readonly Hearer[]): boolean {
    const { method } = frame.message;
    if (method === 'notifications/progress') this.#progressed(origin, frame, users);
    else if (method === 'notifications/tasks/status' || method === 'notifications/tasks') {
      this.#told(origin, frame, users);
    } else return false;
    return true;
  }

  left(session: string): void {
    this.watches.end(session);
    for (const task of this.table.all()) if (task.session === session) task.session = undefined;
  }

  #heardOf(task: KnownTask, { method }: Call, frame: Frame, session: string): Frame {
    const { error } = frame.message;
    const facts = error === undefined ? taskIn(frame, 'result') : undefined;
    const isUnknown = method === 'tasks/get' && isMap(error) && error['code'] === INVALID_PARAMS;
    if (method === 'tasks/result' || isUnknown) this.table.seen(task, { status: 'completed' });
    else this.table.seen(task, facts?.id === task.own ? facts : {});
    task.session ??= session;
    return withTaskId(frame, task.own, task.name);
  }

  /** How it stands is for whoever has begun it, and nobody else when that is known. */
  #told({ upstream, link }: Origin, frame: Frame, users: readonly Hearer[]): void {
    const facts = taskIn(frame, 'params');
    const task = facts && this.table.at(upstream, link, facts.id);
    if (task) this.table.seen(task, facts);
    const shown = task ? withTaskId(frame, task.own, task.name) : frame;
    if (frame.message.method === 'notifications/tasks') {
      if (task) this.watches.tell(task, link, wholeOf(shown));
      return;
    }
    const [only, ...others] = users;
    const owner =
      task?.session === undefined && others.length === 0 ? only : users.find(({ id }) => id === task?.session);
    owner?.outlet.send(shown);
  }

  #progressed({ upstream, link }: Origin, frame: Frame, users: readonly Hearer[]): void {
    const up = progressTokenOf(frame);
    for (const { link: own, progress, session } of this.table.beside(upstream, link)) {
      if (own !== link || !progress || progress.up !== up) continue;
      const owner = users.find(({ id }) => id === session);
      owner?.outlet.send(progressFrame(frame, progress.token));
    }
  }
}
