import { misspelledId, wrongIdType } from '../runtime/connect/misspelled-id.ts';
import type { RawLink, RawMessage } from '../runtime/connect/raw-link.ts';
import type { SessionInfo } from '../runtime/connect/session.ts';
import type { Connection } from '../runtime/connection.ts';
import { isPrintable } from '../runtime/json/printable.ts';
import { BadMessage, PARSE_ERROR } from './bad-message.ts';
import { frameOf, readFrames } from './frame.ts';
import { progressTokenOf } from './rewrite.ts';
import type { Frame } from './session.ts';
import { FairQueue, type Queued, type QueueLimits } from './traffic/fair-queue.ts';
import { TooManyCalls } from './traffic/too-many-calls.ts';

/** A request on its way to a server. */
export interface Waiting extends Queued {
  /** The id it has there; 0 before it was sent. */
  id: number;
  /** In milliseconds of `performance.now()`. */
  deadline: number;
  textFor(id: number, info: SessionInfo): string;
  settle(frame: Frame, info: SessionInfo): void;
  progress(frame: Frame): void;
  /** There will be no answer. */
  fail(reason: unknown, isLate?: boolean): void;
}

/** Whoever hears what a server says by itself. */
export interface LinkHooks {
  onConnected(link: UpstreamLink, info: SessionInfo): void;
  onRequest(link: UpstreamLink, frame: Frame): void;
  onNotification(link: UpstreamLink, frame: Frame): void;
  /** It sent something that is not passed on. */
  onBadMessage(bad: BadMessage): void;
  /** What it sent could not be handled, so that its connection ends. */
  onFault(error: unknown): void;
}

const unprintable = 'The message is nested too deep, or a number in it is too large.';

/** One connection to a server: made when it is needed, and again after it was lost. Ids of several clients become one row. */
export class UpstreamLink {
  readonly connection: Connection<RawLink>;
  readonly #hooks: LinkHooks;
  readonly #queue: FairQueue<Waiting>;
  readonly #pending = new Map<number, Waiting>();
  #raw: RawLink | undefined;
  #isConnecting = false;
  /** Nobody has used it, so it is on its way out; whoever comes now waits for the next. */
  #ending: Promise<void> | undefined;
  #nextId = 1;
  usedAt = performance.now();

  constructor(connection: Connection<RawLink>, hooks: LinkHooks, limits: QueueLimits) {
    this.connection = connection;
    this.#hooks = hooks;
    this.#queue = new FairQueue(limits);
  }

  get info(): SessionInfo | undefined {
    return this.#raw?.info;
  }

  get inFlight(): number {
    return this.#pending.size + this.#queue.size;
  }

  pending(): IterableIterator<Waiting> {
    return this.#pending.values();
  }

  /** At once when the server is there and not busy. A client that has too many requests is told so at once. */
  send(waiting: Waiting): void {
    const raw = this.#raw;
    if (raw && !raw.isBehind && this.#queue.enter(waiting)) return this.#dispatch(waiting, raw);
    if (!this.#queue.wait(waiting)) return waiting.fail(new TooManyCalls());
    if (!raw) void this.connect();
  }

  /** A notification, or an answer to what the server has asked. Only for whoever is connected already. */
  tell(text: string): void {
    this.#raw?.send(text);
  }

  cancel(waiting: Waiting, reason?: string): void {
    if (this.#pending.delete(waiting.id)) {
      this.#queue.leave(waiting);
      this.#raw?.cancel(waiting.id, reason);
      this.#next();
    } else this.#queue.remove(waiting);
  }

  /** Never rejects; whoever waits is told. */
  async connect(): Promise<void> {
    if (this.#isConnecting || this.#raw) return;
    this.#isConnecting = true;
    try {
      await this.#ending;
      this.#adopt(await this.connection.ready());
    } catch (error) {
      for (const waiting of this.#queue.takeWaiting()) waiting.fail(error);
    } finally {
      this.#isConnecting = false;
    }
  }

  learnTools(tools: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
    return this.#raw?.learnTools(tools) ?? tools;
  }

  /** Ends what takes too long, and the connection when nobody uses it. */
  sweep(now: number, idleMs: number): void {
    for (const waiting of [...this.#pending.values(), ...this.#queue.waiting()]) {
      if (waiting.deadline > now) continue;
      this.cancel(waiting, 'It takes too long.');
      waiting.fail(undefined, true);
    }
    if (this.inFlight > 0) this.usedAt = now;
    else if (this.#raw && idleMs > 0 && now - this.usedAt > idleMs) this.#leave(this.#raw);
  }

  async close(): Promise<void> {
    await this.connection.close();
    this.#failAll(new Error('The connection was closed.'));
  }

  #leave(raw: RawLink): void {
    this.#raw = undefined;
    this.#ending = this.#ended(raw);
    void raw.close();
  }

  async #ended(raw: RawLink): Promise<void> {
    await raw.closed;
    this.#ending = undefined;
  }

  #dispatch(waiting: Waiting, raw: RawLink): void {
    const id = this.#nextId;
    this.#nextId += 1;
    waiting.id = id;
    let text: string;
    try {
      text = waiting.textFor(id, raw.info);
    } catch (error) {
      this.#queue.leave(waiting);
      return waiting.fail(error);
    }
    this.#pending.set(id, waiting);
    raw.send(text, id);
  }

  #settled(waiting: Waiting): void {
    this.#pending.delete(waiting.id);
    this.#queue.leave(waiting);
    if (!this.#queue.isEmpty) this.#next();
  }

  #next(): void {
    const raw = this.#raw;
    if (!raw) return;
    while (!raw.isBehind) {
      const waiting = this.#queue.next();
      if (!waiting) return;
      this.#dispatch(waiting, raw);
    }
  }

  #adopt(raw: RawLink): void {
    this.#raw = raw;
    this.usedAt = performance.now();
    void this.#follow(raw);
    raw.attach({
      onText: (text) => this.#read(text, raw),
      onMessage: (message) => this.#takeParsed(message, raw),
      isWaiting: (id) => this.#pending.has(id),
      onDrain: () => this.#next(),
    });
    this.#hooks.onConnected(this, raw.info);
    raw.subscribe();
    this.#next();
  }

  async #follow(raw: RawLink): Promise<void> {
    const failure = await raw.closed;
    if (this.#raw === raw) this.#raw = undefined;
    this.#failAll(new Error(failure?.message ?? 'The connection was closed.'));
  }

  /** False when it holds something that is not passed on and may have been an answer. */
  #read(text: string, raw: RawLink): boolean {
    let isGood = true;
    for (const read of readFrames(text)) {
      if (!(read instanceof BadMessage)) this.#take(read, raw);
      else {
        isGood &&= read.isRequest;
        this.#reject(read, raw);
      }
    }
    return isGood;
  }

  #takeParsed(message: RawMessage, raw: RawLink): void {
    if (isPrintable(message)) return this.#take(frameOf(message), raw);
    const { id } = message;
    const idText = typeof id === 'number' || typeof id === 'string' ? JSON.stringify(id) : undefined;
    this.#reject(new BadMessage(PARSE_ERROR, unprintable, idText, message['method'] !== undefined), raw);
  }

  /** The call that it answers fails, and a request is refused; the connection stays. */
  #reject(bad: BadMessage, raw: RawLink): void {
    this.#hooks.onBadMessage(bad);
    const { id, code, reason } = bad;
    if (id === undefined) return;
    if (bad.isRequest) {
      raw.send(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message: reason })}}`);
      return;
    }
    const meant: unknown = JSON.parse(id);
    this.#fail(
      this.#pending.get(misspelledId(meant) ?? (meant as number)),
      `The server sent an invalid answer. ${reason}`,
    );
  }

  #fail(waiting: Waiting | undefined, reason: string): void {
    if (!waiting) return;
    this.#settled(waiting);
    waiting.fail(new Error(reason));
  }

  #take(frame: Frame, raw: RawLink): void {
    try {
      this.#handle(frame, raw);
    } catch (error) {
      this.#hooks.onFault(error);
      void raw.close();
    }
  }

  #handle(frame: Frame, raw: RawLink): void {
    const { id, method } = frame.message;
    if (method === undefined) {
      const waiting = this.#pending.get(id as number);
      if (!waiting) return this.#fail(this.#pending.get(misspelledId(id) ?? 0), wrongIdType);
      this.#settled(waiting);
      waiting.settle(frame, raw.info);
    } else if (id !== undefined && id !== null) this.#hooks.onRequest(this, frame);
    else if (method === 'notifications/progress') {
      const waiting = this.#pending.get(progressTokenOf(frame) as number);
      if (waiting) waiting.progress(frame);
      else this.#hooks.onNotification(this, frame);
    } else this.#hooks.onNotification(this, frame);
  }

  /** Those under way; those that were not sent yet wait for the next connection. */
  #failAll(reason: Error): void {
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const waiting of failed) this.#queue.leave(waiting);
    for (const waiting of failed) waiting.fail(reason);
    if (this.connection.state.name === 'closed') for (const waiting of this.#queue.takeWaiting()) waiting.fail(reason);
    else if (!this.#queue.isEmpty) void this.connect();
  }
}
