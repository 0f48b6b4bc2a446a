import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isMap } from '../../model/value.ts';
import type { BadMessage } from '../bad-message.ts';
import { frameOf, textOf, wholeOf } from '../frame.ts';
import { INTERNAL_ERROR } from '../refusal.ts';
import type { Frame, Gateway, GatewaySession, Outlet, RequestId } from '../session.ts';
import { Backlog } from '../traffic/backlog.ts';
import { MOST_OPTIONAL } from '../traffic/paced-writer.ts';
import { Channel } from './channel.ts';
import type { HttpLimits } from './limits.ts';
import type { OpenReplies } from './open-replies.ts';
import { ReplayLog } from './replay-log.ts';
import { Reply, type ReplyOwner } from './reply.ts';

export interface Surroundings {
  readonly gateway: Gateway;
  readonly limits: HttpLimits;
  readonly replies: OpenReplies;
  /** A client did not read its stream, which was ended for that. */
  readonly onBehind: (view: string | undefined) => void;
}

/** A client of the legacy era: it has begun with `initialize` and says in a header who it is. */
export class LegacySession implements Outlet, ReplyOwner {
  readonly id = randomUUID();
  readonly behindBytes: number;
  readonly view: string | undefined;
  readonly #around: Surroundings;
  readonly #session: GatewaySession;
  readonly #log: ReplayLog;
  /** Those whose answer is to come, by their number in ids of events. */
  readonly #channels = new Map<number, Channel>();
  readonly #asked = new Map<RequestId, Channel>();
  readonly #own = new Set<Reply>();
  /** For a client that has no stream open. */
  #held = new Backlog<Frame>(MOST_OPTIONAL);
  #lastChannel = 0;
  #used = Date.now();
  #opening: { readonly id: RequestId | undefined; readonly reply: Reply } | undefined;
  #canBePrimed = false;
  #isClosed = false;

  constructor(around: Surroundings, view: string | undefined) {
    this.#around = around;
    this.view = view;
    this.behindBytes = around.limits.behindBytes;
    this.#log = new ReplayLog(around.limits.replayBytes, around.limits.replayEvents);
    this.#session = around.gateway.open(this, view === undefined ? {} : { view });
  }

  /** Undefined while somebody is there. */
  get idleSince(): number | undefined {
    const isInUse = this.#own.size > 0 || [...this.#channels.values()].some((channel) => channel.isOpen);
    return isInUse ? undefined : this.#used;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether so many more requests are too many. */
  isFull(more: number): boolean {
    return this.#asked.size + more > this.#around.limits.pendingPerClient;
  }

  /** Whether an answer is still to come under one of these ids. */
  isTaken(ids: readonly RequestId[]): boolean {
    for (const id of ids) if (this.#asked.has(id)) return true;
    return false;
  }

  /** Messages none of which is answered. */
  take(frames: readonly Frame[]): void {
    this.#used = Date.now();
    for (const frame of frames) {
      this.#session.receive(frame);
      if (frame.message.method === 'notifications/cancelled') this.#giveUp(frame);
    }
  }

  /** A message that cannot be read; the POST it came in is refused. */
  reject(bad: BadMessage): void {
    this.#session.reject(bad);
  }

  /** Messages of one POST, with requests of these ids among them. */
  ask(
    frames: readonly Frame[],
    ids: readonly RequestId[],
    response: ServerResponse,
    isBatch: boolean,
    headers?: Record<string, string>,
  ): void {
    const number = (this.#lastChannel += 1);
    const reply = new Reply(response, this, number);
    const channel = new Channel(number, reply, ids, isBatch, this.#log);
    this.#around.replies.wait(reply);
    this.#channels.set(number, channel);
    for (const id of ids) this.#asked.set(id, channel);
    if (headers) {
      reply.headers = headers;
      this.#opening = { id: ids[0], reply };
    }
    this.take(frames);
  }

  /** A stream for what the session itself has to say, or one to go on with. */
  listen(response: ServerResponse, lastEventId: string | undefined): void {
    this.#used = Date.now();
    const { stream, events } = this.#log.behind(lastEventId ?? '0-0');
    const channel = this.#channels.get(stream);
    const reply = new Reply(response, this, stream);
    this.#around.replies.stream(reply);
    reply.begin();
    if (lastEventId !== undefined) for (const [id, frame] of events) reply.stream(frame, id);
    if (channel) channel.goOn(reply);
    else if (stream !== 0) reply.end();
    else {
      this.#own.add(reply);
      const held = this.#held;
      this.#held = new Backlog<Frame>(MOST_OPTIONAL);
      for (let frame = held.take(); frame; frame = held.take()) reply.stream(frame, this.#log.add(0, frame));
    }
  }

  send(frame: Frame, about?: RequestId): void {
    if (about === undefined) {
      // What answers no request was answered by its POST.
      if (frame.message.method !== undefined) this.#sendOwn(frame);
      return;
    }
    const channel = this.#asked.get(about);
    if (!channel) return;
    const { message } = frame;
    if (message.method !== undefined || message.id !== about) {
      channel.stream(frame);
      return;
    }
    if (this.#opening?.id === about) this.#begun(frame, this.#opening.reply);
    this.#settle(about, channel, frame);
  }

  /** Something to go on from, for clients that know that an event may be empty. */
  openingOf({ name }: Reply): string | undefined {
    return this.#canBePrimed ? `id: ${this.#log.add(Number(name))}\nretry: 1000\ndata:\n\n` : undefined;
  }

  replyIsOver(reply: Reply, isGone: boolean): void {
    this.#used = Date.now();
    this.#own.delete(reply);
    this.#around.replies.forget(reply);
    const channel = isGone ? this.#channels.get(Number(reply.name)) : undefined;
    if (!channel || channel.isOpen) return;
    if (channel.canGoOn) channel.lostSince = Date.now();
    else this.#abandon(channel);
  }

  replyIsBehind(): void {
    this.#around.onBehind(this.view);
  }

  /** Gives up what clients have not come back for. */
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

  /** Whether it may be given empty events, and whether there is a session at all. */
  #begun(frame: Frame, reply: Reply): void {
    this.#opening = undefined;
    const { result } = wholeOf(frame);
    const version = isMap(result) ? result['protocolVersion'] : undefined;
    this.#canBePrimed = typeof version === 'string' && version >= '2025-11-25';
    if (result !== undefined) return;
    reply.headers = undefined;
    void this.close();
  }

  #settle(id: RequestId, channel: Channel, answer: Frame | undefined): void {
    this.#asked.delete(id);
    this.#used = Date.now();
    channel.settle(id, answer);
    if (channel.isSettled) this.#channels.delete(channel.number);
  }

  /** Nothing answers a request that was cancelled, but its POST has to end. */
  #giveUp(frame: Frame): void {
    const id = wholeOf(frame).params?.['requestId'];
    const channel = typeof id === 'string' || typeof id === 'number' ? this.#asked.get(id) : undefined;
    if (channel) this.#settle(id as RequestId, channel, undefined);
  }

  /** The client is gone and cannot resume, so its calls are canceled. */
  #abandon(channel: Channel): void {
    for (const id of channel.waiting) {
      this.#settle(id, channel, undefined);
      this.#session.drop(id);
    }
  }

  /** On one stream only. A question does not wait for one of its own: its client may never open it. */
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

/** What a server hears whose question cannot be put. */
function noStream(id: RequestId): Frame {
  return frameOf({
    jsonrpc: '2.0',
    id,
    error: { code: INTERNAL_ERROR, message: 'The client has no stream open on which it could be asked.' },
  });
}
