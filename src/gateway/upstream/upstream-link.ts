import { misspelledId, missingId, onlyOne, wrongIdType } from '../../runtime/connect/misspelled-id.ts';
import type { RawLink, RawMessage } from '../../runtime/connect/raw-link.ts';
import type { SessionInfo } from '../../runtime/connect/session/session.ts';
import type { Connection } from '../../runtime/connection.ts';
import { isPrintable } from '../../runtime/json/printable.ts';
import { BadMessage, INVALID_REQUEST, PARSE_ERROR } from '../message/bad-message.ts';
import { frameOf, readFrames } from '../message/frame.ts';
import { progressTokenOf } from '../message/rewrite.ts';
import type { Frame } from '../session/session.ts';
import { FairQueue, type Queued, type QueueLimits } from '../traffic/fair-queue.ts';
import { TooManyCalls } from '../traffic/too-many-calls.ts';

/** A request to a server, queued or in flight. */
export interface UpstreamRequest extends Queued {
  /** The id on the upstream connection; 0 until it is sent. */
  id: number;
  /** In milliseconds of `performance.now()`. */
  deadline: number;
  textFor(id: number, info: SessionInfo): string;
  settle(frame: Frame, info: SessionInfo): void;
  progress(frame: Frame): void;
  /** The request failed without a response. */
  fail(reason: unknown, isLate?: boolean): void;
}

/** Callbacks for messages that are not responses, and for errors. */
export interface LinkHooks {
  onConnected(link: UpstreamLink, info: SessionInfo): void;
  onRequest(link: UpstreamLink, frame: Frame): void;
  onNotification(link: UpstreamLink, frame: Frame): void;
  /** The server sent an invalid message, which is not forwarded. */
  onBadMessage(bad: BadMessage): void;
  /** A message could not be handled, so the connection is closed. */
  onFault(error: unknown): void;
}

const unserializable = 'The message is nested too deep, or a number in it is too large.';

/**
 * One connection to a server. It connects on demand and reconnects after a loss. Requests of all clients share one id
 * sequence.
 */
export class UpstreamLink {
  readonly connection: Connection<RawLink>;
  readonly #hooks: LinkHooks;
  readonly #queue: FairQueue<UpstreamRequest>;
  readonly #pending = new Map<number, UpstreamRequest>();
  #raw: RawLink | undefined;
  #isConnecting = false;
  /** Set while an idle connection is closing. New requests wait for it, then reconnect. */
  #ending: Promise<void> | undefined;
  #nextId = 1;
  /** Requests that wait for something else before they are sent here. */
  #held = 0;
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
    return this.#pending.size + this.#queue.size + this.#held;
  }

  /** Counts a request that will be sent here as in flight until then. Returns what ends it. */
  hold(): () => void {
    this.#held += 1;
    return () => void (this.#held -= 1);
  }

  pending(): IterableIterator<UpstreamRequest> {
    return this.#pending.values();
  }

  /**
   * Sends the request immediately if the server is connected and below its limits, otherwise queues it. Fails it if the
   * client has too many requests queued.
   */
  send(request: UpstreamRequest): void {
    const raw = this.#raw;
    if (raw && !raw.isBehind && this.#queue.tryAcquire(request)) return this.#dispatch(request, raw);
    if (!this.#queue.enqueue(request)) return request.fail(new TooManyCalls());
    if (!raw) void this.connect();
  }

  /** Sends a notification or a response. Dropped if there is no connection. */
  sendOneWay(text: string): void {
    this.#raw?.send(text);
  }

  cancel(request: UpstreamRequest, reason?: string): void {
    if (this.#pending.delete(request.id)) {
      this.#queue.release(request);
      this.#raw?.cancel(request.id, reason);
      this.#next();
    } else this.#queue.remove(request);
  }

  /** Never rejects. Queued requests fail if the connection cannot be established. */
  async connect(): Promise<void> {
    if (this.#isConnecting || this.#raw) return;
    this.#isConnecting = true;
    try {
      await this.#ending;
      this.#adopt(await this.connection.ready());
    } catch (error) {
      for (const request of this.#queue.drain()) request.fail(error);
    } finally {
      this.#isConnecting = false;
    }
  }

  learnTools(tools: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
    return this.#raw?.learnTools(tools) ?? tools;
  }

  /** Fails requests past their deadline, and closes the connection if it has been idle for `idleMs`. */
  sweep(now: number, idleMs: number): void {
    for (const request of [...this.#pending.values(), ...this.#queue.waiting()]) {
      if (request.deadline > now) continue;
      this.cancel(request, 'Request timed out.');
      request.fail(undefined, true);
    }
    if (this.inFlight > 0) this.usedAt = now;
    else if (this.#raw && idleMs > 0 && now - this.usedAt > idleMs) this.#closeIdle(this.#raw);
  }

  async close(): Promise<void> {
    await this.connection.close();
    this.#failAll(new Error('The connection was closed.'));
  }

  #closeIdle(raw: RawLink): void {
    this.#raw = undefined;
    this.#ending = this.#ended(raw);
    void raw.close();
  }

  async #ended(raw: RawLink): Promise<void> {
    await raw.closed;
    this.#ending = undefined;
  }

  #dispatch(request: UpstreamRequest, raw: RawLink): void {
    const id = this.#nextId;
    this.#nextId += 1;
    request.id = id;
    let text: string;
    try {
      text = request.textFor(id, raw.info);
    } catch (error) {
      this.#queue.release(request);
      return request.fail(error);
    }
    this.#pending.set(id, request);
    // The server is busy with other requests, so this one loses no time.
    raw.send(text, id, this.#pending.size > 1);
  }

  #settled(request: UpstreamRequest): void {
    this.#pending.delete(request.id);
    this.#queue.release(request);
    if (!this.#queue.isEmpty) this.#next();
  }

  #next(): void {
    const raw = this.#raw;
    if (!raw) return;
    while (!raw.isBehind) {
      const request = this.#queue.next();
      if (!request) return;
      this.#dispatch(request, raw);
    }
  }

  #adopt(raw: RawLink): void {
    this.#raw = raw;
    this.usedAt = performance.now();
    void this.#watchClosed(raw);
    raw.attach({
      onText: (text) => this.#receiveText(text, raw),
      onMessage: (message) => this.#receiveParsed(message, raw),
      isWaiting: (id) => this.#pending.has(id),
      onDrain: () => this.#next(),
    });
    this.#hooks.onConnected(this, raw.info);
    raw.subscribe();
    this.#next();
  }

  async #watchClosed(raw: RawLink): Promise<void> {
    const failure = await raw.closed;
    if (this.#raw === raw) this.#raw = undefined;
    this.#failAll(new Error(failure?.message ?? 'The connection was closed.'));
  }

  /** Returns false if the text holds an invalid message that may have been a response. */
  #receiveText(text: string, raw: RawLink): boolean {
    let isGood = true;
    for (const read of readFrames(text)) {
      if (!(read instanceof BadMessage)) this.#receive(read, raw);
      else {
        isGood &&= read.isRequest;
        this.#reject(read, raw);
      }
    }
    return isGood;
  }

  #receiveParsed(message: RawMessage, raw: RawLink): void {
    if (isPrintable(message)) return this.#receive(frameOf(message), raw);
    const { id } = message;
    const idText = typeof id === 'number' || typeof id === 'string' ? JSON.stringify(id) : undefined;
    this.#reject(new BadMessage(PARSE_ERROR, unserializable, idText, message['method'] !== undefined), raw);
  }

  /** Fails the call that an invalid response belongs to, or rejects an invalid request. The connection stays open. */
  #reject(bad: BadMessage, raw: RawLink): void {
    this.#hooks.onBadMessage(bad);
    const { id, code, reason } = bad;
    if (id === undefined) return bad.isResponse ? this.#fail(onlyOne(this.#pending), missingId) : undefined;
    if (bad.isRequest) {
      raw.send(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message: reason })}}`);
      return;
    }
    const meant: unknown = JSON.parse(id);
    this.#fail(
      this.#pending.get(misspelledId(meant) ?? (meant as number)),
      `The server sent an invalid response. ${reason}`,
    );
  }

  #fail(request: UpstreamRequest | undefined, reason: string): void {
    if (!request) return;
    this.#settled(request);
    request.fail(new Error(reason));
  }

  #receive(frame: Frame, raw: RawLink): void {
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
      const request = this.#pending.get(id as number);
      if (!request && id === null)
        return this.#reject(new BadMessage(INVALID_REQUEST, missingId, undefined, false, true), raw);
      if (!request) return this.#fail(this.#pending.get(misspelledId(id) ?? 0), wrongIdType);
      this.#settled(request);
      request.settle(frame, raw.info);
    } else if (id !== undefined && id !== null) this.#hooks.onRequest(this, frame);
    else if (method === 'notifications/progress') {
      const request = this.#pending.get(progressTokenOf(frame) as number);
      if (request) request.progress(frame);
      else this.#hooks.onNotification(this, frame);
    } else this.#hooks.onNotification(this, frame);
  }

  /** Fails the requests in flight. Requests not sent yet wait for the next connection. */
  #failAll(reason: Error): void {
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const request of failed) this.#queue.release(request);
    for (const request of failed) request.fail(reason);
    if (this.connection.state.name === 'closed') for (const request of this.#queue.drain()) request.fail(reason);
    else if (!this.#queue.isEmpty) void this.connect();
  }
}
