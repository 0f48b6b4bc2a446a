import { retriesOf, timeoutOf } from '../model/server.ts';
import { isMap, type Value } from '../model/value.ts';
import type { Connection } from '../runtime/connection.ts';
import { hashOf } from '../runtime/tools/canonical.ts';
import { pickTexts } from '../runtime/tools/pick-texts.ts';
import { definitionKey } from '../runtime/tools/pins/definition-key.ts';
import type { Failure, KeyValueCache, ServerToRun } from '../runtime/types.ts';

/** The operation that failed; connecting is part of all of them. */
export type Operation = 'connect' | 'tools' | 'resources' | 'prompts';

export interface RecentFailure {
  readonly at: Date;
  readonly failure: Failure;
}

/** Faster failures are not cached unless they are timeouts: retrying is cheap, and the server may work by now. */
const SLOW_MS = 5000;
const FORGET_AFTER_MS = 60_000;

interface Sources {
  readonly cache: KeyValueCache;
  /** Absolute path. The same definition may behave differently in another project. */
  readonly project: string;
  readonly now: () => Date;
}

/**
 * Caches timeouts and slow failures for a minute, across commands. The key includes the definition, so an edit clears
 * it; so does the next success of any command.
 */
export class RecentFailures {
  readonly #sources: Sources;
  /** Start of the first attempt, in milliseconds of `performance.now()`. */
  readonly #began = new WeakMap<object, number>();
  #work: Promise<void> = Promise.resolve();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The recent failure of this operation or of connecting, if any. */
  async recall(toRun: ServerToRun, operation: Operation): Promise<RecentFailure | undefined> {
    await this.#work;
    return (await this.#read(toRun, 'connect')) ?? (operation === 'connect' ? undefined : this.#read(toRun, operation));
  }

  /** Records a failure; `ms` is how long it took. */
  record(toRun: ServerToRun, operation: Operation, failure: Failure, ms: number): void {
    if (ms < SLOW_MS && failure.kind !== 'timeout') return;
    const { cache, now } = this.#sources;
    const { message, kind, tip, leftOut } = failure;
    const kept = { kind, message, ...(tip !== undefined && { tip }), ...(leftOut !== undefined && { leftOut }) };
    const value = { at: now().toISOString(), limits: limitsOf(toRun), timeout: timeoutOf(toRun.server), failure: kept };
    this.#enqueue(async () => cache.write(this.#key(toRun, operation), value));
  }

  /** Clears a failure after a success. */
  forget(toRun: ServerToRun, operation: Operation): void {
    this.#enqueue(async () => {
      const key = this.#key(toRun, operation);
      const stored = await this.#sources.cache.read(key);
      if (isMap(stored) && stored['failure'] !== undefined) await this.#sources.cache.write(key, {});
    });
  }

  /** Records or clears failures when the state of a connection changes. */
  observe(connection: Pick<Connection, 'toRun' | 'state'>): void {
    const { toRun, state } = connection;
    if (state.name === 'connecting' && state.attempt === 1) this.#began.set(connection, performance.now());
    if (state.name === 'ready') this.forget(toRun, 'connect');
    if (state.name === 'backoff' || state.name === 'failed') {
      const since = this.#began.get(connection);
      if (since !== undefined) this.record(toRun, 'connect', state.failure, performance.now() - since);
    }
  }

  /** Resolves when all changes are written. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #read(toRun: ServerToRun, operation: Operation): Promise<RecentFailure | undefined> {
    const { cache, now } = this.#sources;
    const stored = await cache.read(this.#key(toRun, operation));
    if (!isMap(stored) || !isMap(stored['failure']) || stored['limits'] !== limitsOf(toRun)) return undefined;
    if (hasMoreTime(toRun, stored['timeout'])) return undefined;
    const at = new Date(typeof stored['at'] === 'string' ? stored['at'] : Number.NaN);
    const age = now().getTime() - at.getTime();
    const { kind, message, ...rest } = pickTexts(stored['failure'], ['kind', 'message', 'tip', 'leftOut']);
    // If the clock was set back, the entry must not live longer.
    if (!(age >= 0 && age < FORGET_AFTER_MS) || message === undefined) return undefined;
    return { at, failure: { kind: kindOf(kind), message, ...rest } };
  }

  #key(toRun: ServerToRun, operation: Operation): string {
    return `failure-${hashOf([operation, toRun.name, definitionKey(toRun), this.#sources.project])}`;
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(() => {});
  }
}

/** The limits of the definition: an edit of them is a reason to try again. */
function limitsOf({ server, defined = server }: ServerToRun): string {
  return JSON.stringify([timeoutOf(defined), retriesOf(server)]);
}

/** Whether the user gives the server more time than it had when it failed. The default limit is not a wish to wait. */
function hasMoreTime({ server, defined }: ServerToRun, before: Value | undefined): boolean {
  return defined !== undefined && !(typeof before === 'number' && timeoutOf(server) <= before);
}

const kinds: readonly Failure['kind'][] = [
  'not-found',
  'exited',
  'timeout',
  'unreachable',
  'http-status',
  'protocol',
  'values',
];

function kindOf(text: string | undefined): Failure['kind'] {
  return kinds.find((kind) => kind === text) ?? 'other';
}
