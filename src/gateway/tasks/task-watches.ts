import { envelopeOf, type RawClient } from '../../runtime/connect/raw-link.ts';
import { SUBSCRIPTION } from '../message/eras.ts';
import { frameOf } from '../message/frame.ts';
import type { JsonObject, JsonRpcMessage, Outlet, RequestId } from '../session/session.ts';
import type { UpstreamLink, UpstreamRequest } from '../upstream/upstream-link.ts';
import type { LinkOwner } from '../upstream/upstream-services.ts';
import { linkTo } from './task-link.ts';
import type { KnownTask } from './task-table.ts';

/** A session that can receive notifications. */
export interface NotificationTarget extends LinkOwner {
  readonly outlet: Outlet;
  readonly principal: string | undefined;
}

/**
 * Task subscriptions: for each client subscription, one upstream subscription per server that has some of the tasks.
 */
export class TaskWatches {
  readonly #watches = new Set<Watch>();

  begin(client: NotificationTarget, subscription: RequestId, tasks: readonly KnownTask[]): void {
    const links = new Map(tasks.map((task) => [task, linkTo(client, task)]));
    for (const link of new Set(links.values())) {
      const there = tasks.filter((task) => links.get(task) === link);
      const watch = new Watch(client, subscription, { link, tasks: there, onEnd: () => this.#watches.delete(watch) });
      this.#watches.add(watch);
      link.send(watch);
    }
  }

  /** Ends one subscription of a session, or all of them. */
  end(session: string, subscription?: RequestId): void {
    for (const watch of this.#watches) {
      const isMeant = subscription === undefined || watch.subscription === subscription;
      if (watch.session.id === session && isMeant) this.#end(watch);
    }
  }

  /** Forwards a task notification to its subscribers. */
  tell(task: KnownTask, link: UpstreamLink, { method, params = {} }: JsonRpcMessage): void {
    const meta = params['_meta'] as JsonObject | undefined;
    const up = meta?.[SUBSCRIPTION];
    for (const watch of this.#watches) {
      if (watch.link !== link || !watch.tasks.has(task) || (up !== undefined && up !== watch.id)) continue;
      const all = { ...params, _meta: { ...meta, [SUBSCRIPTION]: watch.subscription } };
      watch.session.outlet.send(frameOf({ jsonrpc: '2.0', method: method ?? '', params: all }), watch.subscription);
      if (task.isOver) watch.tasks.delete(task);
      if (watch.tasks.size === 0) this.#end(watch);
    }
  }

  #end(watch: Watch): void {
    this.#watches.delete(watch);
    watch.link.cancel(watch);
  }
}

/** An open `subscriptions/listen` request. The server responds when the subscription ends. */
class Watch implements UpstreamRequest {
  id = 0;
  readonly deadline = Number.POSITIVE_INFINITY;
  readonly client = undefined;
  readonly size = 0;
  readonly session: NotificationTarget;
  readonly subscription: RequestId;
  readonly tasks: Set<KnownTask>;
  readonly link: UpstreamLink;
  readonly #client: RawClient;
  readonly #onEnd: () => void;

  constructor(
    session: NotificationTarget,
    subscription: RequestId,
    what: { readonly link: UpstreamLink; readonly tasks: readonly KnownTask[]; readonly onEnd: () => void },
  ) {
    this.session = session;
    this.subscription = subscription;
    this.tasks = new Set(what.tasks);
    this.link = what.link;
    this.#client = session.client;
    this.#onEnd = what.onEnd;
  }

  textFor(id: number): string {
    const notifications = { taskIds: [...this.tasks].map(({ serverId }) => serverId) };
    const params = { notifications, _meta: envelopeOf(this.#client) };
    return JSON.stringify({ jsonrpc: '2.0', id, method: 'subscriptions/listen', params });
  }

  settle(): void {
    this.#onEnd();
  }

  progress(): void {}

  fail(): void {
    this.#onEnd();
  }
}
