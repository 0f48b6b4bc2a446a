import { SUBSCRIPTION } from '../eras.ts';
import { wholeOf } from '../frame.ts';
import type { Frame, JsonObject } from '../session.ts';

type Subject = (params: JsonObject) => unknown;

/** Of these a newer one makes an older one needless: what tells those apart that are about different things. */
const subjects: ReadonlyMap<string, Subject> = new Map<string, Subject>([
  ['notifications/tools/list_changed', () => ''],
  ['notifications/prompts/list_changed', () => ''],
  ['notifications/resources/list_changed', () => ''],
  ['notifications/progress', ({ progressToken }) => progressToken],
  ['notifications/resources/updated', ({ uri }) => uri],
  ['notifications/tasks', ({ taskId }) => taskId],
  ['notifications/tasks/status', ({ taskId }) => taskId],
]);

/** They say what became of a request, and there is one for each at most. */
const needed = new Set(['notifications/cancelled', 'notifications/subscriptions/acknowledged']);

interface Entry<T> {
  item: T;
  length: number;
  readonly isOptional: boolean;
}

/**
 * Messages for a client that does not read, in order. Answers and questions are kept. Of notifications about the same
 * thing only the last is, and all of them together take no more than so many characters: the oldest go first.
 */
export class Backlog<T> {
  readonly #mostOptional: number;
  readonly #entries = new Map<string | number, Entry<T>>();
  /** Keys of those that may be dropped, oldest first. */
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

  /** Length of what must not be lost. */
  get keptLength(): number {
    return this.#keptLength;
  }

  /** Notifications that no one will get. */
  get dropped(): number {
    return this.#dropped;
  }

  /** `item` is what is given back for the message, `length` its length. */
  add(frame: Frame, item: T, length: number): void {
    const { method, id } = frame.message;
    const isOptional = method !== undefined && (id === undefined || id === null) && !needed.has(method);
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
