import { canSignIn } from '../model/can-sign-in.ts';
import { retriesOf } from '../model/server.ts';
import { ApprovalMissing, attempt, type AttemptServices, type Closable } from './connect/attempt.ts';
import { CircuitBreaker } from './connect/circuit-breaker.ts';
import { closedByUs, ConnectionError } from './connect/errors.ts';
import { withOwnCredentials } from './connect/http/own-credentials.ts';
import { delayBefore, isWorthRetrying } from './connect/retry.ts';
import type { Session } from './connect/session/session.ts';
import { TimeLimit, timeLimitOf } from './connect/session/time-limit.ts';
import { SharedTask } from './connect/shared-task.ts';
import type { ConnectionState, Failure, ServerToRun } from './types.ts';

/** External dependencies of a connection. */
export interface ConnectionServices<S extends Closable = Session> extends AttemptServices<S> {
  readonly fingerprint: (toRun: ServerToRun) => string;
  /** Whether there is a new sign-in since the server rejected us. */
  readonly hasSignedIn: (toRun: ServerToRun) => Promise<boolean>;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
  readonly random: () => number;
}

/** A session that ends sooner does not reset the circuit breaker. */
const STABLE_AFTER_MS = 10_000;

/** A server and its connection state. Connects on demand, and reconnects after a loss. */
export class Connection<S extends Closable = Session> {
  readonly name: string;
  readonly toRun: ServerToRun;
  readonly #services: ConnectionServices<S>;
  readonly #breaker = new CircuitBreaker();
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  #state: ConnectionState = { name: 'idle' };
  #session: S | undefined;
  #task: SharedTask<S> | undefined;
  /** A token may have just expired; one more attempt with freshly resolved values is allowed. */
  #mayRetryToken = false;
  #closing: Promise<unknown> | undefined;

  constructor(toRun: ServerToRun, services: ConnectionServices<S>) {
    this.name = toRun.name;
    this.toRun = toRun;
    this.#services = services;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  onChange(listener: (state: ConnectionState) => void): () => void {
    // Each call is a separate subscription, even with the same function.
    const own = (state: ConnectionState): void => listener(state);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Always tries, and immediately. Rejects with a `ConnectionError`, or with the signal's reason. */
  async connect(signal?: AbortSignal): Promise<void> {
    this.#task?.hurry();
    await this.#join(true, signal);
  }

  /** Returns the session, connecting if needed unless an attempt is known to fail. Rejects like `connect`. */
  async ready(signal?: AbortSignal): Promise<S> {
    return this.#join(false, signal);
  }

  /** Idempotent: every caller waits for the same shutdown. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  #close(): Promise<unknown> {
    const [task, session] = [this.#task, this.#session];
    this.#session = undefined;
    this.#set({ name: 'closed' });
    return Promise.all([task?.stop(new ConnectionError(closedByUs)), session?.close()]);
  }

  async #join(isExplicit: boolean, signal?: AbortSignal): Promise<S> {
    signal?.throwIfAborted();
    if (this.#state.name === 'closed') throw new ConnectionError(closedByUs);
    if (this.#session) return this.#session;
    const known = isExplicit || this.#task ? undefined : this.#knownFailure();
    if (known) {
      const mayTry = this.#state.name === 'needs-sign-in' && (await this.#services.hasSignedIn(this.toRun));
      if (!mayTry) throw new ConnectionError(known);
      this.#mayRetryToken = true;
      return this.#join(false, signal);
    }
    this.#task ??= new SharedTask(async (task) => {
      const limit = new TimeLimit(timeLimitOf(this.toRun.server));
      try {
        return await this.#connect(isExplicit, task, limit);
      } finally {
        limit.end();
        this.#task = undefined;
      }
    });
    return this.#task.join(signal);
  }

  /** Why only an explicit `connect` should try now. */
  #knownFailure(): Failure | undefined {
    const state = this.#state;
    if (state.name === 'needs-sign-in' && !this.#mayRetryToken) return { kind: 'unauthorized', message: state.reason };
    if (state.name !== 'failed' || !this.#breaker.isOpen(this.#time())) return undefined;
    const { leftOut: _, ...failure } = state.failure;
    return { ...failure, tip: 'It failed several times in a row and is not retried for a minute.' };
  }

  /** All attempts share one time limit. */
  async #connect(isExplicit: boolean, task: SharedTask<S>, limit: TimeLimit): Promise<S> {
    const retries = retriesOf(this.toRun.server);
    const services = { ...this.#services, log: once(this.#services.log) };
    let before: unknown;
    for (let count = 1; ; count += 1) {
      try {
        this.#set({ name: 'connecting', attempt: count });
        return this.#adopt(await attempt(this.toRun, services, task.signal, limit), task.signal);
      } catch (reason) {
        // A retry that ran out of time says less than the attempt before it.
        const error = before !== undefined && limit.isOver ? before : reason;
        const state: ConnectionState = task.signal.aborted ? { name: 'idle' } : this.#stateAfter(error);
        const ms = delayBefore(count, services.random);
        const isEnough = count > retries || ms >= limit.leftMs || (!isExplicit && this.#breaker.isOpen(this.#time()));
        if (state.name !== 'failed' || !isWorthRetrying(state.failure) || isEnough) {
          this.#set(state);
          throw error;
        }
        before = error;
        await this.#backOff(count, ms, state.failure, task);
      }
    }
  }

  async #backOff(count: number, ms: number, failure: Failure, task: SharedTask<S>): Promise<void> {
    const { wait } = this.#services;
    this.#set({ name: 'backoff', attempt: count, until: new Date(this.#time() + ms), failure });
    try {
      await task.pause((signal) => wait(ms, signal));
    } catch (error) {
      this.#set({ name: 'idle' });
      throw error;
    }
  }

  #stateAfter(error: unknown): ConnectionState {
    if (error instanceof ApprovalMissing) {
      return { name: 'needs-approval', fingerprint: this.#services.fingerprint(this.toRun) };
    }
    const { server } = this.toRun;
    const failure = error instanceof ConnectionError ? withOwnCredentials(error.failure, server) : unexpected(error);
    this.#mayRetryToken = false;
    if (failure.kind === 'unauthorized' && canSignIn(server)) return { name: 'needs-sign-in', reason: failure.message };
    this.#breaker.failed(this.#time());
    return { name: 'failed', failure };
  }

  #adopt(session: S, signal: AbortSignal): S {
    if (signal.aborted) {
      void session.close();
      throw signal.reason;
    }
    const since = this.#services.now();
    this.#session = session;
    this.#set({ name: 'ready', since });
    void this.#follow(session, since.getTime());
    return session;
  }

  async #follow(session: S, since: number): Promise<void> {
    const failure = await session.closed;
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#lost(failure, this.#time() - since);
  }

  /** Reconnecting waits until the session is needed again. */
  #lost(failure: Failure | undefined, livedMs: number): void {
    if (livedMs >= STABLE_AFTER_MS) this.#breaker.reset();
    if (!failure) return this.#set({ name: 'idle' });
    this.#set(this.#stateAfter(new ConnectionError(failure)));
    this.#mayRetryToken = true;
  }

  #time(): number {
    return this.#services.now().getTime();
  }

  #set(state: ConnectionState): void {
    if (this.#state.name === 'closed') return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Every attempt logs the same problems; each is reported once. */
function once(log: ConnectionServices['log']): ConnectionServices['log'] {
  const told = new Set<string>();
  return (entry) => {
    if (!told.has(entry.message)) log(entry);
    told.add(entry.message);
  };
}

function unexpected(error: unknown): Failure {
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) };
}
