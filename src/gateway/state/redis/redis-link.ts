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

type Listener = (text: string) => void;

/** The connection to the store. Reconnects by itself; meanwhile every operation rejects at once. */
export class RedisLink {
  readonly #target: RedisTarget;
  readonly #beatChannel: string;
  readonly #channels = new Map<string, Listener>();
  readonly #back = new Set<() => void>();
  readonly #onChange: (isReachable: boolean, reason?: unknown) => void;
  readonly #ended = new AbortController();
  #connection: RedisConnection | undefined;
  #beat: NodeJS.Timeout | undefined;
  #heardAt = 0;
  #isConnecting = false;

  constructor(target: RedisTarget, beatChannel: string, onChange: (isReachable: boolean, reason?: unknown) => void) {
    this.#target = target;
    this.#beatChannel = beatChannel;
    this.#onChange = onChange;
  }

  get isReachable(): boolean {
    return this.#connection !== undefined;
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
      this.#onChange(false, error);
      void this.#reconnect();
    }
  }

  async send(key: string, args: string[]): Promise<unknown> {
    return this.#live().send(key, args);
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
    if (silentMs > SILENT_MS) this.#lost(connection, new Error(`no answer for ${Math.round(silentMs)} ms`));
    else connection.publish(this.#beatChannel, '').catch((error: unknown) => this.#lost(connection, error));
  }

  #lost(connection: RedisConnection | undefined, reason: unknown): void {
    if (!connection || this.#connection !== connection) return;
    this.#connection = undefined;
    clearInterval(this.#beat);
    connection.close();
    this.#onChange(false, reason);
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
    this.#onChange(true);
    for (const listener of this.#back) listener();
  }
}
