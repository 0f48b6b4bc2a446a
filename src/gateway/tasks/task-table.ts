import { randomBytes } from 'node:crypto';
import type { UpstreamLink } from '../upstream-link.ts';
import type { Upstream } from '../upstream.ts';
import type { TaskFacts } from './task-message.ts';

/** A task, and where it lives. */
export interface KnownTask {
  /** As clients call it: its own id, unless another task was there first. */
  readonly name: string;
  readonly own: string;
  readonly upstream: Upstream;
  /** The connection it was made on. */
  readonly link: UpstreamLink;
  /** Whose it is; undefined when that is not known, or the session is gone. */
  session: string | undefined;
  isOver: boolean;
  /** In milliseconds of `performance.now()`. */
  seenAt: number;
  ttlMs: number | undefined;
  /** What the server and the client call its progress, which may go on after the first answer. */
  progress?: { readonly up: number; readonly token: unknown };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST = 10_000;

/** Which task lives where. Those of which nothing was heard for longest make room. */
export class TaskTable {
  readonly #byName = new Map<string, KnownTask>();
  readonly #places = new WeakMap<object, Map<string, KnownTask>>();
  readonly #most: number;
  /** Whether two servers have ever used the same id. */
  hasRenamed = false;

  constructor(most = MOST) {
    this.#most = most;
  }

  named(name: unknown): KnownTask | undefined {
    return this.#byName.get(name as string);
  }

  /** By the id that the server uses. */
  at(upstream: Upstream, link: UpstreamLink, own: string): KnownTask | undefined {
    return this.#places.get(placeOf(upstream, link))?.get(own);
  }

  all(): IterableIterator<KnownTask> {
    return this.#byName.values();
  }

  /** All of them that were made by this process or at this address. */
  beside(upstream: Upstream, link: UpstreamLink): Iterable<KnownTask> {
    return this.#places.get(placeOf(upstream, link))?.values() ?? [];
  }

  /** Notes what was heard about a task, which may be a new one. */
  note(upstream: Upstream, link: UpstreamLink, facts: TaskFacts): KnownTask {
    const task = this.at(upstream, link, facts.id) ?? this.#add(upstream, link, facts.id);
    this.seen(task, facts);
    return task;
  }

  seen(task: KnownTask, { status, ttlMs }: Partial<TaskFacts>): void {
    task.seenAt = performance.now();
    task.ttlMs = ttlMs ?? task.ttlMs;
    if (status !== undefined) task.isOver = final.has(status);
    if (this.#byName.get(task.name) !== task) return;
    this.#byName.delete(task.name);
    this.#byName.set(task.name, task);
  }

  /** Forgets what is over for an hour, and keeps connections whose tasks are under way. */
  sweep(now: number): void {
    for (const task of this.#byName.values()) {
      const age = now - task.seenAt;
      if (task.isOver && age > HOUR_MS) this.#forget(task);
      else if (!task.isOver && age < Math.min(task.ttlMs ?? HOUR_MS, DAY_MS)) task.link.usedAt = now;
    }
  }

  #add(upstream: Upstream, link: UpstreamLink, own: string): KnownTask {
    const other = this.#byName.get(own);
    if (other && !isLive(other)) this.#forget(other);
    let name = own;
    while (this.#byName.has(name)) name = `${own}-${randomBytes(6).toString('hex')}`;
    this.hasRenamed ||= name !== own;
    const task: KnownTask = {
      name,
      own,
      upstream,
      link,
      session: undefined,
      isOver: false,
      seenAt: performance.now(),
      ttlMs: undefined,
    };
    this.#byName.set(name, task);
    const place = placeOf(upstream, link);
    const there = this.#places.get(place) ?? new Map<string, KnownTask>();
    this.#places.set(place, there.set(own, task));
    const [oldest] = this.#byName.values();
    if (this.#byName.size > this.#most && oldest) this.#forget(oldest);
    return task;
  }

  #forget(task: KnownTask): void {
    this.#byName.delete(task.name);
    this.#places.get(placeOf(task.upstream, task.link))?.delete(task.own);
  }
}

const final: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** What is at an address outlives a connection to it; a process is one with its connection. */
function placeOf(upstream: Upstream, link: UpstreamLink): object {
  return upstream.toRun.server.url === undefined ? link : upstream;
}

function isLive({ upstream, link }: KnownTask): boolean {
  return upstream.toRun.server.url !== undefined || upstream.links.includes(link);
}
