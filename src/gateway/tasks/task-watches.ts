import { envelopeOf, type RawClient } from '../../runtime/connect/raw-link.ts';
import { SUBSCRIPTION } from '../eras.ts';
import { frameOf } from '../frame.ts';
import type { JsonObject, JsonRpcMessage, Outlet, RequestId } from '../session.ts';
import type { UpstreamLink, Waiting } from '../upstream-link.ts';
import type { LinkOwner } from '../upstream.ts';
import { linkTo } from './task-link.ts';
import type { KnownTask } from './task-table.ts';

/** A client that can be told something. */
export interface Hearer extends LinkOwner {
  readonly outlet: Outlet;
}

/** Who has asked to hear how tasks stand: for each subscription of a client one at each server that has some of them. */
export class TaskWatches {
  readonly #watches = new Set<Watch>();

  begin(client: Hearer, subscription: RequestId, tasks: readonly KnownTask[]): void {
    const links = new Map(tasks.map((task) => [task, linkTo(client, task)]));
    for (const link of new Set(links.values())) {
      const there = tasks.filter((task) => links.get(task) === link);
      const watch = new Watch(client, subscription, { link, tasks: there, onEnd: () => this.#watches.delete(watch) });
      this.#watches.add(watch);
      link.send(watch);
    }
  }

  /** The client no longer listens to this subscription, or to none of them. */
  end(session: string, subscription?: RequestId): void {
    for (const watch of this.#watches) {
      const isMeant = subscription === undefined || watch.subscription === subscription;
      if (watch.session.id === session && isMeant) this.#end(watch);
    }
  }

  /** A server tells how a task stands. */
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

/** A request that a server answers when there is nothing more to tell. */
class Watch implements Waiting {
  id = 0;
  readonly deadline = Number.POSITIVE_INFINITY;
  readonly client = undefined;
  readonly size = 0;
  readonly session: Hearer;
  readonly subscription: RequestId;
  readonly tasks: Set<KnownTask>;
  readonly link: UpstreamLink;
  readonly #client: RawClient;
  readonly #onEnd: () => void;

  constructor(
    session: Hearer,
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
    const notifications = { taskIds: [...this.tasks].map(({ own }) => own) };
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
