import { SUBSCRIPTION } from '../message/eras.ts';
import { wholeOf } from '../message/frame.ts';
import type { Frame, JsonObject } from '../session/session.ts';

type Subject = (params: JsonObject) => unknown;

/** Notifications that a newer one supersedes, with the param that identifies their subject. */
const subjects: ReadonlyMap<string, Subject> = new Map<string, Subject>([
  ['notifications/tools/list_changed', () => ''],
  ['notifications/prompts/list_changed', () => ''],
  ['notifications/resources/list_changed', () => ''],
  ['notifications/progress', ({ progressToken }) => progressToken],
  ['notifications/resources/updated', ({ uri }) => uri],
  ['notifications/tasks', ({ taskId }) => taskId],
  ['notifications/tasks/status', ({ taskId }) => taskId],
]);

/** They report the outcome of a request, at most one each, so they are never dropped. */
const undroppable = new Set(['notifications/cancelled', 'notifications/subscriptions/acknowledged']);

interface Entry<T> {
  item: T;
  length: number;
  readonly isOptional: boolean;
}

/**
 * Messages for a slow client, in order. Requests and responses are kept. Of notifications with the same subject only
 * the last is kept, and their total length is limited: the oldest are dropped first.
 */
export class Backlog<T> {
  readonly #mostOptional: number;
  readonly #entries = new Map<string | number, Entry<T>>();
  /** Keys of droppable entries, oldest first. */
  readonly #optional = new Set<string | number>();
  #optionalLength = 0;
  #keptLength = 0;
  #last = 0;
  #dropped = 0;

  constructor(mostOptional: number) {
    this.#mostOptional = mostOptional;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Total length of the messages that cannot be dropped. */
  get keptLength(): number {
    return this.#keptLength;
  }

  /** Number of dropped notifications. */
  get dropped(): number {
    return this.#dropped;
  }

  /** `take` returns `item`; `length` counts against the limit. */
  add(frame: Frame, item: T, length: number): void {
    const { method, id } = frame.message;
    const isOptional = method !== undefined && (id === undefined || id === null) && !undroppable.has(method);
    if (isOptional) return this.#addOptional(subjectOf(method, frame) ?? (this.#last += 1), item, length);
    this.#entries.set((this.#last += 1), { item, length, isOptional });
    this.#keptLength += length;
  }

  take(): T | undefined {
    const [first] = this.#entries;
    if (!first) return undefined;
    const [key, { item, length, isOptional }] = first;
    this.#entries.delete(key);
    if (isOptional) this.#forget(key, length);
    else this.#keptLength -= length;
    return item;
  }

  #addOptional(key: string | number, item: T, length: number): void {
    const same = this.#entries.get(key);
    this.#optionalLength += length - (same?.length ?? 0);
    if (same) Object.assign(same, { item, length });
    else {
      this.#entries.set(key, { item, length, isOptional: true });
      this.#optional.add(key);
    }
    while (this.#optionalLength > this.#mostOptional) this.#dropOldest();
  }

  #dropOldest(): void {
    const [oldest = 0] = this.#optional;
    const { length = 0 } = this.#entries.get(oldest) ?? {};
    this.#entries.delete(oldest);
    this.#forget(oldest, length);
    this.#dropped += 1;
  }

  #forget(key: string | number, length: number): void {
    this.#optional.delete(key);
    this.#optionalLength -= length;
  }
}

function subjectOf(method: string, frame: Frame): string | undefined {
  const subject = subjects.get(method);
  if (!subject) return undefined;
  const { params = {} } = wholeOf(frame);
  const meta = params['_meta'] as JsonObject | undefined;
  return JSON.stringify([method, subject(params), meta?.[SUBSCRIPTION]]);
}
