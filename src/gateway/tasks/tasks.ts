import { isMap } from '../../model/value.ts';
import { wholeOf } from '../message/frame.ts';
import { progressFrame, progressTokenOf } from '../message/rewrite.ts';
import { INVALID_PARAMS } from '../message/rpc-error.ts';
import type { Frame } from '../session/session.ts';
import type { SharedState } from '../state/gateway-state.ts';
import type { Call } from '../upstream/call.ts';
import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { SharedTaskNames } from './shared-task-names.ts';
import { mayUse, mayUseUnknown, ownerOf } from './task-access.ts';
import { type TaskFacts, taskIn, withTaskId } from './task-message.ts';
import { type KnownTask, TaskTable } from './task-table.ts';
import { type NotificationTarget, TaskWatches } from './task-watches.ts';

/** The server and connection that a message came from. */
export interface Origin {
  readonly upstream: Upstream;
  readonly link: UpstreamLink;
}

/** The session that created or asked for a task. */
interface TaskSession {
  readonly id: string;
  readonly sharedId: string | undefined;
  readonly principal: string | undefined;
}

/** Tracks tasks, which outlive the call that created them. */
export class Tasks {
  readonly table = new TaskTable();
  readonly watches = new TaskWatches();
  readonly #names: SharedTaskNames | undefined;

  constructor(shared?: SharedState) {
    this.#names = shared && new SharedTaskNames(shared, this.table);
  }

  /**
   * Records the task in a response and returns the response with the client's task id. With other replicas, a new task
   * is first made known to them.
   */
  onResponse(call: Call, frame: Frame, session: TaskSession): Frame | Promise<Frame> {
    const { upstream, link, task } = call.target;
    if (typeof task === 'object') return this.#updateTask(task, call, frame, session);
    const facts = frame.message.error === undefined ? taskIn(frame, 'result') : undefined;
    if (!facts) return frame;
    const isNew = this.#names && task === undefined && !this.table.byServerId(upstream, link, facts.id);
    if (!isNew) return this.#record(call, frame, facts, session);
    return this.#names
      .claim(upstream, facts, { session: session.sharedId, owner: ownerOf(session) })
      .then((name) => this.#record(call, frame, facts, session, name));
  }

  #record(call: Call, frame: Frame, facts: TaskFacts, session: TaskSession, name?: string): Frame {
    const { upstream, link, task } = call.target;
    const made = this.table.record(upstream, link, facts, name);
    if (task === undefined) {
      made.session = session.id;
      made.owner = ownerOf(session);
      if (call.token !== undefined) made.progress = { up: call.id, token: call.token };
    } else adopt(made, session);
    return withTaskId(frame, made.serverId, made.name);
  }

  /** The replica that runs this task, if it is another one. A task that every replica can reach becomes known here. */
  async locate(name: string, upstreams: readonly Upstream[]): Promise<string | undefined> {
    return this.#names?.locate(name, upstreams);
  }

  /** Whether a listed task belongs to another client. */
  async isOthers({ upstream, link }: Origin, serverId: string, session: TaskSession): Promise<boolean> {
    const known = this.table.byServerId(upstream, link, serverId);
    if (known && !mayUse(session, known)) return true;
    if (known || !this.#names)
      return known ? known.session !== undefined && known.session !== session.id : !mayUseUnknown(session);
    return this.#names.isOthers(upstream, serverId, session);
  }

  /** Replaces the server's task ids in a message by the clients' ids. */
  withClientIds({ upstream, link }: Origin, frame: Frame): Frame {
    if (!this.table.hasRenamed) return frame;
    return [...this.table.withSameOrigin(upstream, link)].reduce(
      (one, { serverId, name }) => withTaskId(one, serverId, name),
      frame,
    );
  }

  /** Replaces the clients' task ids in a response by the server's ids. */
  withServerIds(link: UpstreamLink, frame: Frame): Frame {
    if (!this.table.hasRenamed) return frame;
    const there = [...this.table.all()].filter((task) => task.link === link);
    return there.reduce((one, { serverId, name }) => withTaskId(one, name, serverId), frame);
  }

  /** Forwards a task notification. Returns false if it is not about a task. */
  handleNotification(origin: Origin, frame: Frame, users: readonly NotificationTarget[]): boolean {
    const { method } = frame.message;
    if (method === 'notifications/progress') this.#forwardProgress(origin, frame, users);
    else if (method === 'notifications/tasks/status' || method === 'notifications/tasks') {
      this.#forwardStatus(origin, frame, users);
    } else return false;
    return true;
  }

  sessionClosed(session: string): void {
    this.watches.end(session);
    for (const task of this.table.all()) if (task.session === session) task.session = undefined;
  }

  #updateTask(task: KnownTask, { method }: Call, frame: Frame, session: TaskSession): Frame {
    const { error } = frame.message;
    const facts = error === undefined ? taskIn(frame, 'result') : undefined;
    const isUnknown = method === 'tasks/get' && isMap(error) && error['code'] === INVALID_PARAMS;
    if (method === 'tasks/result' || isUnknown) this.table.touch(task, { status: 'completed' });
    else this.table.touch(task, facts?.id === task.serverId ? facts : {});
    adopt(task, session);
    return withTaskId(frame, task.serverId, task.name);
  }

  /** Sends a status notification to the session that owns the task, or to the only session if the owner is unknown. */
  #forwardStatus({ upstream, link }: Origin, frame: Frame, users: readonly NotificationTarget[]): void {
    const facts = taskIn(frame, 'params');
    const task = facts && this.table.byServerId(upstream, link, facts.id);
    if (task) this.table.touch(task, facts);
    const forClient = task ? withTaskId(frame, task.serverId, task.name) : frame;
    if (frame.message.method === 'notifications/tasks') {
      if (task) this.watches.tell(task, link, wholeOf(forClient));
      return;
    }
    const [only, ...others] = users.filter((user) => (task ? mayUse(user, task) : mayUseUnknown(user)));
    const owner =
      task?.session === undefined && others.length === 0 ? only : users.find(({ id }) => id === task?.session);
    owner?.outlet.send(forClient);
  }

  #forwardProgress({ upstream, link }: Origin, frame: Frame, users: readonly NotificationTarget[]): void {
    const up = progressTokenOf(frame);
    for (const { link: taskLink, progress, session } of this.table.withSameOrigin(upstream, link)) {
      if (taskLink !== link || !progress || progress.up !== up) continue;
      const owner = users.find(({ id }) => id === session);
      owner?.outlet.send(progressFrame(frame, progress.token));
    }
  }
}

/** A task without an owner belongs to the first session that asked for it. */
function adopt(task: KnownTask, session: TaskSession): void {
  task.session ??= session.id;
  task.owner ??= ownerOf(session);
}
