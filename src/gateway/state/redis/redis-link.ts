import { setTimeout as pause } from 'node:timers/promises';
import { connectRedis, type RedisConnection } from './redis-connection.ts';
import type { RedisTarget } from './redis-url.ts';

/** The store cannot be reached. */
export class StateUnreachable extends Error {
  override readonly name = 'StateUnreachable';
}

const BEAT_MS = 1000;
/** A cut network gives no error, so a beat that is not heard in time counts as a lost connection. */
const SILENT_MS = 2500;
const RETRY_MS = 250;
const MOST_RETRY_MS = 1000;

/** Replies of a store that can be read but not written: it is full, is a replica, cannot save, or lacks replicas. */
const REFUSED = /\b(?:OOM|READONLY|MISCONF|NOREPLICAS)\b/;

type Listener = (text: string) => void;

export interface LinkEvents {
  onChange(isReachable: boolean, reason?: unknown): void;
  /** The store refuses writes of this key, or accepts them again. */
  onWrites(isAccepted: boolean, key: string, reason?: unknown): void;
}

/** The connection to the store. Reconnects by itself; meanwhile every operation rejects at once. */
export class RedisLink {
  readonly #target: RedisTarget;
  readonly #beatChannel: string;
  readonly #channels = new Map<string, Listener>();
  readonly #back = new Set<() => void>();
  readonly #events: LinkEvents;
  readonly #ended = new AbortController();
  #connection: RedisConnection | undefined;
  #beat: NodeJS.Timeout | undefined;
  #heardAt = 0;
  #isConnecting = false;
  /** The key whose writes the store refuses. */
  #refused: string | undefined;

  constructor(target: RedisTarget, beatChannel: string, events: LinkEvents) {
    this.#target = target;
    this.#beatChannel = beatChannel;
    this.#events = events;
  }

  get isReachable(): boolean {
    return this.#connection !== undefined;
  }

  get acceptsWrites(): boolean {
    return this.#refused === undefined;
  }

  onReachable(listener: () => void): () => void {
    this.#back.add(listener);
    return () => void this.#back.delete(listener);
  }

  /** Resolves after the first attempt, successful or not. */
  async open(channels: Readonly<Record<string, Listener>>): Promise<void> {
    for (const [channel, listener] of Object.entries(channels)) this.#channels.set(channel, listener);
    try {
      await this.#connect();
    } catch (error) {
      this.#events.onChange(false, error);
      void this.#reconnect();
    }
  }

  async send(key: string, args: string[]): Promise<unknown> {
    try {
      return await this.#live().send(key, args);
    } catch (error) {
      if (REFUSED.test(String(error))) this.#onRefused(key, error);
      throw error;
    }
  }

  /** Finds out whether the store refuses writes of a key, as another replica has noticed. Never rejects. */
  async checkWrites(key: string): Promise<void> {
    // In a cluster, the name decides about the node.
    const name = `${key}:probe`;
    await this.send(name, ['SET', name, '', 'PX', '1000']).then(
      () => this.#onAccepted(key),
      () => {},
    );
  }

  async publish(channel: string, text: string): Promise<number> {
    return this.#live().publish(channel, text);
  }

  close(): void {
    this.#ended.abort();
    clearInterval(this.#beat);
    this.#connection?.close();
    this.#connection = undefined;
  }

  #live(): RedisConnection {
    if (!this.#connection) throw new StateUnreachable('The shared state cannot be reached.');
    return this.#connection;
  }

  async #connect(): Promise<void> {
    let made: RedisConnection | undefined;
    const connection = await connectRedis(this.#target, (reason) => this.#lost(made, reason));
    made = connection;
    try {
      for (const [channel, listener] of this.#channels)
        await connection.subscribe(channel, this.#heard(channel, listener));
    } catch (error) {
      connection.close();
      throw error;
    }
    if (this.#ended.signal.aborted) return connection.close();
    this.#connection = connection;
    this.#heardAt = performance.now();
    // Checked after pending input was read: this process may have been busy, rather than the store silent.
    this.#beat = setInterval(() => setImmediate(() => this.#sendBeat(connection)), BEAT_MS).unref();
  }

  #onRefused(key: string, reason: unknown): void {
    if (this.#refused !== undefined) return;
    this.#refused = key;
    this.#events.onWrites(false, key, reason);
  }

  #onAccepted(key: string): void {
    if (this.#refused !== key) return;
    this.#refused = undefined;
    this.#events.onWrites(true, key);
    for (const listener of this.#back) listener();
  }

  #heard(channel: string, listener: Listener): Listener {
    if (channel !== this.#beatChannel) return listener;
    return (text) => {
      this.#heardAt = performance.now();
      if (text !== '') listener(text);
    };
  }

  #sendBeat(connection: RedisConnection): void {
    if (this.#connection !== connection) return;
    const silentMs = performance.now() - this.#heardAt;
    if (silentMs > SILENT_MS) return this.#lost(connection, new Error(`no answer for ${Math.round(silentMs)} ms`));
    connection.publish(this.#beatChannel, '').catch((error: unknown) => this.#lost(connection, error));
    if (this.#refused !== undefined) void this.checkWrites(this.#refused);
  }

  #lost(connection: RedisConnection | undefined, reason: unknown): void {
    if (!connection || this.#connection !== connection) return;
    this.#connection = undefined;
    this.#refused = undefined;
    clearInterval(this.#beat);
    connection.close();
    this.#events.onChange(false, reason);
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      for (let wait = RETRY_MS; !this.#connection; wait = Math.min(2 * wait, MOST_RETRY_MS)) {
        // Jitter, so that replicas do not all connect at once.
        await pause(wait * (0.5 + Math.random() / 2), undefined, { signal: this.#ended.signal, ref: false });
        await this.#connect().catch(() => {});
      }
    } catch {
      // Closed while waiting.
      return;
    } finally {
      this.#isConnecting = false;
    }
    this.#events.onChange(true);
    for (const listener of this.#back) listener();
  }
}
