import type { SharedState } from '../state/gateway-state.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { mayUse, mayUseUnknown } from './task-access.ts';
import type { TaskFacts } from './task-message.ts';
import type { TaskTable } from './task-table.ts';

const DAY_MS = 24 * 3_600_000;

interface TaskAsker {
  readonly sharedId: string | undefined;
  readonly principal: string | undefined;
}

/** Task ids of all replicas: two replicas run the same server twice, so the ids of its tasks can be equal. */
export class SharedTaskNames {
  readonly #shared: SharedState;
  readonly #table: TaskTable;

  constructor(shared: SharedState, table: TaskTable) {
    this.#shared = shared;
    this.#table = table;
  }

  /** Reserves an id for clients. Without the store, one that no other replica can have. */
  async claim(
    { name: server, toRun }: Upstream,
    { id, ttlMs = DAY_MS }: TaskFacts,
    { session, owner }: { readonly session: string | undefined; readonly owner: string },
  ): Promise<string> {
    const { replica, tasks } = this.#shared;
    const isHere = toRun.server.url === undefined;
    const record = {
      server,
      serverId: id,
      owner,
      ...(isHere && { replica }),
      ...(session !== undefined && { session }),
    };
    return tasks.claim(id, record, Math.max(60_000, Math.min(ttlMs, DAY_MS))).catch(() => `${id}-${replica}`);
  }

  async locate(name: string, upstreams: readonly Upstream[]): Promise<string | undefined> {
    if (this.#table.byClientId(name)) return undefined;
    const { replica: own, tasks } = this.#shared;
    const record = await tasks.find(name).catch(() => undefined);
    if (!record) return undefined;
    if (record.replica !== undefined) return record.replica === own ? undefined : record.replica;
    const upstream = upstreams.find((one) => one.name === record.server);
    if (upstream)
      this.#table.record(upstream, upstream.linkFor(), { id: record.serverId }, name).owner ??= record.owner;
    return undefined;
  }

  /** If the owner cannot be determined, the task is hidden. */
  async isOthers({ name: server }: Upstream, serverId: string, session: TaskAsker): Promise<boolean> {
    try {
      const record = await this.#shared.tasks.find(serverId);
      if (record?.server !== server) return !mayUseUnknown(session);
      if (!mayUse(session, { owner: record.owner })) return true;
      return record.session !== undefined && record.session !== session.sharedId;
    } catch {
      return true;
    }
  }
}
