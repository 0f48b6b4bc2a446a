import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isMap } from '../../model/value.ts';
import type { BadMessage } from '../message/bad-message.ts';
import { frameOf, textOf, wholeOf } from '../message/frame.ts';
import { INTERNAL_ERROR } from '../message/rpc-error.ts';
import type { Frame, Gateway, GatewaySession, Outlet, RequestId } from '../session/session.ts';
import { Backlog } from '../traffic/backlog.ts';
import { MAX_OPTIONAL } from '../traffic/paced-writer.ts';
import { Channel } from './channel.ts';
import type { HttpLimits } from './limits.ts';
import type { OpenReplies } from './open-replies.ts';
import { ReplayLog } from './replay-log.ts';
import { Reply, type ReplyOwner } from './reply.ts';

export interface SessionContext {
  readonly gateway: Gateway;
  readonly limits: HttpLimits;
  readonly replies: OpenReplies;
  /** A stream was closed because its client did not read it. */
  readonly onBehind: (view: string | undefined) => void;
}

/** The session of a legacy client, opened with `initialize` and identified by a header. */
export class LegacySession implements Outlet, ReplyOwner {
  readonly id = randomUUID();
  readonly behindBytes: number;
  readonly view: string | undefined;
  readonly #context: SessionContext;
  readonly #session: GatewaySession;
  readonly #log: ReplayLog;
  /** Channels with requests in flight, by their number in event ids. */
  readonly #channels = new Map<number, Channel>();
  readonly #inFlight = new Map<RequestId, Channel>();
  readonly #own = new Set<Reply>();
  /** Messages held while the client has no open stream. */
  #held = new Backlog<Frame>(MAX_OPTIONAL);
  #lastChannel = 0;
  #used = Date.now();
  #opening: { readonly id: RequestId | undefined; readonly reply: Reply } | undefined;
  #canBePrimed = false;
  #isClosed = false;

  constructor(context: SessionContext, view: string | undefined) {
    this.#context = context;
    this.view = view;
    this.behindBytes = context.limits.behindBytes;
    this.#log = new ReplayLog(context.limits.replayBytes, context.limits.replayEvents);
    this.#session = context.gateway.open(this, view === undefined ? {} : { view });
  }

  /** When the session was last used; undefined while a connection is open. */
  get idleSince(): number | undefined {
    const isInUse = this.#own.size > 0 || [...this.#channels.values()].some((channel) => channel.isOpen);
    return isInUse ? undefined : this.#used;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether `more` additional requests would exceed the limit. */
  isFull(more: number): boolean {
    return this.#inFlight.size + more > this.#context.limits.pendingPerClient;
  }

  /** Whether a request with one of these ids is in flight. */
  hasInFlight(ids: readonly RequestId[]): boolean {
    for (const id of ids) if (this.#inFlight.has(id)) return true;
    return false;
  }

  /** Handles notifications and responses of the client. */
  receive(frames: readonly Frame[]): void {
    this.#used = Date.now();
    for (const frame of frames) {
      this.#session.receive(frame);
      if (frame.message.method === 'notifications/cancelled') this.#settleCanceled(frame);
    }
  }

  /** Handles an invalid message. Its POST is rejected. */
  reject(bad: BadMessage): void {
    this.#session.reject(bad);
  }

  /** Handles the messages of one POST that contains requests with these ids. */
  handleRequests(
    frames: readonly Frame[],
    ids: readonly RequestId[],
    response: ServerResponse,
    isBatch: boolean,
    headers?: Record<string, string>,
  ): void {
    const number = (this.#lastChannel += 1);
    const reply = new Reply(response, this, number);
    const channel = new Channel(number, reply, ids, isBatch, this.#log);
    this.#context.replies.wait(reply);
    this.#channels.set(number, channel);
    for (const id of ids) this.#inFlight.set(id, channel);
    if (headers) {
      reply.headers = headers;
      this.#opening = { id: ids[0], reply };
    }
    this.receive(frames);
  }

  /** Opens a stream for session messages, or resumes the stream of `lastEventId`. */
  openStream(response: ServerResponse, lastEventId: string | undefined): void {
    this.#used = Date.now();
    const { stream, events } = this.#log.eventsAfter(lastEventId ?? '0-0');
    const channel = this.#channels.get(stream);
    const reply = new Reply(response, this, stream);
    this.#context.replies.stream(reply);
    reply.begin();
    if (lastEventId !== undefined) for (const [id, frame] of events) reply.stream(frame, id);
    if (channel) channel.resume(reply);
    else if (stream !== 0) reply.end();
    else {
      this.#own.add(reply);
      const held = this.#held;
      this.#held = new Backlog<Frame>(MAX_OPTIONAL);
      for (let frame = held.take(); frame; frame = held.take()) reply.stream(frame, this.#log.add(0, frame));
    }
  }

  send(frame: Frame, about?: RequestId): void {
    if (about === undefined) {
      // A response without a request is an error that the POST has already reported.
      if (frame.message.method !== undefined) this.#sendOwn(frame);
      return;
    }
    const channel = this.#inFlight.get(about);
    if (!channel) return;
    const { message } = frame;
    if (message.method !== undefined || message.id !== about) {
      channel.stream(frame);
      return;
    }
    if (this.#opening?.id === about) this.#onInitialized(frame, this.#opening.reply);
    this.#settle(about, channel, frame);
  }

  /** An empty event with an id to resume from, for clients whose protocol version allows empty events. */
  initialEventFor({ name }: Reply): string | undefined {
    return this.#canBePrimed ? `id: ${this.#log.add(Number(name))}\nretry: 1000\ndata:\n\n` : undefined;
  }

  onReplyClosed(reply: Reply, isGone: boolean): void {
    this.#used = Date.now();
    this.#own.delete(reply);
    this.#context.replies.forget(reply);
    const channel = isGone ? this.#channels.get(Number(reply.name)) : undefined;
    if (!channel || channel.isOpen) return;
    if (channel.canResume) channel.lostSince = Date.now();
    else this.#abandon(channel);
  }

  onSlowReader(): void {
    this.#context.onBehind(this.view);
  }

  /** Cancels requests whose clients have not resumed. */
  sweep(before: number): void {
    for (const channel of this.#channels.values()) if (channel.lostSince <= before) this.#abandon(channel);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#session.close();
    for (const channel of this.#channels.values()) channel.end();
    for (const reply of this.#own) reply.end();
  }

  /** Reads the negotiated version from the `initialize` response. If that is an error, the session is closed. */
  #onInitialized(frame: Frame, reply: Reply): void {
    this.#opening = undefined;
    const { result } = wholeOf(frame);
    const version = isMap(result) ? result['protocolVersion'] : undefined;
    this.#canBePrimed = typeof version === 'string' && version >= '2025-11-25';
    if (result !== undefined) return;
    reply.headers = undefined;
    void this.close();
  }

  #settle(id: RequestId, channel: Channel, answer: Frame | undefined): void {
    this.#inFlight.delete(id);
    this.#used = Date.now();
    channel.settle(id, answer);
    if (channel.isSettled) this.#channels.delete(channel.number);
  }

  /** A canceled request gets no response, but its POST must end. */
  #settleCanceled(frame: Frame): void {
    const id = wholeOf(frame).params?.['requestId'];
    const channel = typeof id === 'string' || typeof id === 'number' ? this.#inFlight.get(id) : undefined;
    if (channel) this.#settle(id as RequestId, channel, undefined);
  }

  /** Cancels the calls of a client that disconnected and cannot resume. */
  #abandon(channel: Channel): void {
    for (const id of channel.waiting) {
      this.#settle(id, channel, undefined);
      this.#session.drop(id);
    }
  }

  /**
   * Sends a session message on exactly one stream. A server request may also use the stream of a POST, because the
   * client may never open one for the session.
   */
  #sendOwn(frame: Frame): void {
    const own = [...this.#own].at(-1);
    const { id, method } = frame.message;
    const isQuestion = method !== undefined && id !== undefined && id !== null;
    const channel = isQuestion ? [...this.#channels.values()].find((one) => one.isOpen) : undefined;
    if (own) own.stream(frame, this.#log.add(0, frame));
    else if (channel) channel.stream(frame);
    else if (isQuestion && this.#held.keptLength > this.behindBytes / 4) this.#session.receive(noStream(id));
    else this.#held.add(frame, frame, textOf(frame).length);
  }
}

/** The error for a server request that cannot be delivered. */
function noStream(id: RequestId): Frame {
  return frameOf({
    jsonrpc: '2.0',
    id,
    error: { code: INTERNAL_ERROR, message: 'The client has no open stream for requests.' },
  });
}
