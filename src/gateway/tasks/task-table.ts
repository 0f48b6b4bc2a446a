import { randomBytes } from 'node:crypto';
import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { TaskFacts } from './task-message.ts';

/** A task and the server that runs it. */
export interface KnownTask {
  /** The id that clients use: the server's id, unless another task already had it. */
  readonly name: string;
  readonly serverId: string;
  readonly upstream: Upstream;
  /** The connection on which it was created. */
  readonly link: UpstreamLink;
  /** The session that owns it; undefined if unknown or closed. */
  session: string | undefined;
  /** The principal that owns it, also after its session is closed; undefined if unknown. */
  owner: string | undefined;
  isOver: boolean;
  /** In milliseconds of `performance.now()`. */
  seenAt: number;
  ttlMs: number | undefined;
  /** Progress tokens of the server and the client. Progress can continue after the first response. */
  progress?: { readonly up: number; readonly token: unknown };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_TASKS = 10_000;

/** Maps task ids to servers. Bounded: the task that was updated least recently is evicted. */
export class TaskTable {
  readonly #byName = new Map<string, KnownTask>();
  readonly #byOrigin = new WeakMap<object, Map<string, KnownTask>>();
  readonly #most: number;
  /** Whether an id had to be renamed because two servers used the same one. */
  hasRenamed = false;

  constructor(most = MAX_TASKS) {
    this.#most = most;
  }

  byClientId(name: unknown): KnownTask | undefined {
    return this.#byName.get(name as string);
  }

  /** Looks up a task by the server's id. */
  byServerId(upstream: Upstream, link: UpstreamLink, serverId: string): KnownTask | undefined {
    return this.#byOrigin.get(originOf(upstream, link))?.get(serverId);
  }

  all(): IterableIterator<KnownTask> {
    return this.#byName.values();
  }

  /** All tasks of the same process or URL. */
  withSameOrigin(upstream: Upstream, link: UpstreamLink): Iterable<KnownTask> {
    return this.#byOrigin.get(originOf(upstream, link))?.values() ?? [];
  }

  /** Records the state of a task, adding it if it is new. */
  record(upstream: Upstream, link: UpstreamLink, facts: TaskFacts, name?: string): KnownTask {
    const task = this.byServerId(upstream, link, facts.id) ?? this.#add(upstream, link, facts.id, name);
    this.touch(task, facts);
    return task;
  }

  touch(task: KnownTask, { status, ttlMs }: Partial<TaskFacts>): void {
    task.seenAt = performance.now();
    task.ttlMs = ttlMs ?? task.ttlMs;
    if (status !== undefined) task.isOver = final.has(status);
    if (this.#byName.get(task.name) !== task) return;
    this.#byName.delete(task.name);
    this.#byName.set(task.name, task);
  }

  /** Drops tasks that ended over an hour ago, and keeps connections with running tasks alive. */
  sweep(now: number): void {
    for (const task of this.#byName.values()) {
      const age = now - task.seenAt;
      if (task.isOver && age > HOUR_MS) this.#forget(task);
      else if (!task.isOver && age < Math.min(task.ttlMs ?? HOUR_MS, DAY_MS)) task.link.usedAt = now;
    }
  }

  #add(upstream: Upstream, link: UpstreamLink, serverId: string, wanted = serverId): KnownTask {
    const other = this.#byName.get(wanted);
    if (other && !isLive(other)) this.#forget(other);
    let name = wanted;
    while (this.#byName.has(name)) name = `${serverId}-${randomBytes(6).toString('hex')}`;
    this.hasRenamed ||= name !== serverId;
    const task: KnownTask = {
      name,
      serverId,
      upstream,
      link,
      session: undefined,
      owner: undefined,
      isOver: false,
      seenAt: performance.now(),
      ttlMs: undefined,
    };
    this.#byName.set(name, task);
    const place = originOf(upstream, link);
    const there = this.#byOrigin.get(place) ?? new Map<string, KnownTask>();
    this.#byOrigin.set(place, there.set(serverId, task));
    const [oldest] = this.#byName.values();
    if (this.#byName.size > this.#most && oldest) this.#forget(oldest);
    return task;
  }

  #forget(task: KnownTask): void {
    this.#byName.delete(task.name);
    this.#byOrigin.get(originOf(task.upstream, task.link))?.delete(task.serverId);
  }
}

const final: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Tasks of a remote server survive a lost connection; those of a local process do not. */
function originOf(upstream: Upstream, link: UpstreamLink): object {
  return upstream.toRun.server.url === undefined ? link : upstream;
}

function isLive({ upstream, link }: KnownTask): boolean {
  return upstream.toRun.server.url !== undefined || upstream.links.includes(link);
}
