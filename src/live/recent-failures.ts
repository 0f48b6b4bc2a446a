import { isMap } from '../model/value.ts';
import type { Connection } from '../runtime/connection.ts';
import { hashOf } from '../runtime/tools/canonical.ts';
import { definitionKey } from '../runtime/tools/definition-key.ts';
import { pickTexts } from '../runtime/tools/pick-texts.ts';
import type { Failure, KeyValueCache, ServerToRun } from '../runtime/types.ts';

/** What a server was asked for when it failed; connecting is part of all of them. */
export type Asked = 'connect' | 'tools' | 'resources' | 'prompts';

export interface RecentFailure {
  readonly at: Date;
  readonly failure: Failure;
}

/** A failure that took less is found out anew: that costs little, and the server may work by now. */
const SLOW_MS = 5000;
const FORGET_AFTER_MS = 60_000;

interface Sources {
  readonly cache: KeyValueCache;
  /** Absolute path: the same definition may do something else in another project. */
  readonly project: string;
  readonly now: () => Date;
}

/**
 * Remembers for a minute, across commands, which servers failed and kept a person waiting. The definition belongs to
 * what is remembered, so an edit clears it; so does the next success of any command.
 */
export class RecentFailures {
  readonly #sources: Sources;
  /** When connections began to connect, by the clock of `performance`. */
  readonly #began = new WeakMap<object, number>();
  #work: Promise<void> = Promise.resolve();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Why it could not be asked a moment ago, for this or for anything. */
  async recall(toRun: ServerToRun, asked: Asked): Promise<RecentFailure | undefined> {
    await this.#work;
    return (await this.#read(toRun, 'connect')) ?? (asked === 'connect' ? undefined : this.#read(toRun, asked));
  }

  /** `ms` is how long it took to fail. */
  note(toRun: ServerToRun, asked: Asked, failure: Failure, ms: number): void {
    if (ms < SLOW_MS) return;
    const { cache, now } = this.#sources;
    const { message, kind, tip } = failure;
    const kept = { kind, message, ...(tip !== undefined && { tip }) };
    const value = { at: now().toISOString(), limits: limitsOf(toRun), failure: kept };
    this.#next(async () => cache.write(this.#key(toRun, asked), value));
  }

  /** It has answered. */
  forget(toRun: ServerToRun, asked: Asked): void {
    this.#next(async () => {
      const key = this.#key(toRun, asked);
      const stored = await this.#sources.cache.read(key);
      if (isMap(stored) && stored['failure'] !== undefined) await this.#sources.cache.write(key, {});
    });
  }

  /** A connection is in another state than before. */
  observe(connection: Pick<Connection, 'toRun' | 'state'>): void {
    const { toRun, state } = connection;
    if (state.name === 'connecting' && state.attempt === 1) this.#began.set(connection, performance.now());
    if (state.name === 'ready') this.forget(toRun, 'connect');
    if (state.name === 'backoff' || state.name === 'failed') {
      const since = this.#began.get(connection);
      if (since !== undefined) this.note(toRun, 'connect', state.failure, performance.now() - since);
    }
  }

  /** Everything that was noted is kept. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #read(toRun: ServerToRun, asked: Asked): Promise<RecentFailure | undefined> {
    const { cache, now } = this.#sources;
    const stored = await cache.read(this.#key(toRun, asked));
    if (!isMap(stored) || !isMap(stored['failure']) || stored['limits'] !== limitsOf(toRun)) return undefined;
    const at = new Date(typeof stored['at'] === 'string' ? stored['at'] : Number.NaN);
    const age = now().getTime() - at.getTime();
    const { kind, message, tip } = pickTexts(stored['failure'], ['kind', 'message', 'tip']);
    // A clock that was set back must not make it last longer.
    if (!(age >= 0 && age < FORGET_AFTER_MS) || message === undefined) return undefined;
    return { at, failure: { kind: kindOf(kind), message, ...(tip !== undefined && { tip }) } };
  }

  #key(toRun: ServerToRun, asked: Asked): string {
    return `failure-${hashOf([asked, toRun.name, definitionKey(toRun), this.#sources.project])}`;
  }

  #next(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(() => {});
  }
}

/** With more time it may succeed. A success with more time counts for all. */
function limitsOf({ server: { timeout, retries } }: ServerToRun): string {
  return JSON.stringify([timeout, retries]);
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
