import { randomUUID } from 'node:crypto';
import { isMap } from '../../model/value.ts';
import { CALLER, callerText } from '../auth/caller-text.ts';
import { type Caller, openOptions, type Principal } from '../auth/principal.ts';
import type { BadMessage } from '../message/bad-message.ts';
import { frameOf, wholeOf } from '../message/frame.ts';
import { cutOff, INTERNAL_ERROR } from '../message/rpc-error.ts';
import type { Frame, Gateway, GatewaySession, Outlet, RequestId } from '../session/session.ts';
import type { FieldChange, SessionFields, SharedState, StoredEvent } from '../state/gateway-state.ts';
import { Channel } from './channel.ts';
import type { HttpLimits } from './limits.ts';
import type { OpenReplies } from './open-replies.ts';
import { ReplayLog } from './replay-log.ts';
import { SessionSharing } from './replicas/session-sharing.ts';
import type { ReplyOwner, ReplySink } from './reply-sink.ts';
import { SessionStream } from './session-stream.ts';

export interface SessionContext {
  readonly gateway: Gateway;
  readonly limits: HttpLimits;
  readonly replies: OpenReplies;
  /** Set if other replicas serve the same clients. */
  readonly shared?: SharedState;
  /** A stream was closed because its client did not read it. */
  readonly onBehind: (view: string | undefined) => void;
}

/** A session that another replica opened. */
export interface RestoredSession {
  readonly id: string;
  readonly fields: SessionFields;
}

const VERSION = 'version';

/** The session of a legacy client, opened with `initialize` and identified by a header. */
export class LegacySession implements Outlet, ReplyOwner {
  readonly id: string;
  readonly behindBytes: number;
  readonly principal: Principal;
  readonly view: string | undefined;
  readonly #context: SessionContext;
  readonly #session: GatewaySession;
  readonly #log: ReplayLog;
  /** Channels with requests in flight, by their number in event ids. */
  readonly #channels = new Map<number, Channel>();
  readonly #inFlight = new Map<RequestId, Channel>();
  readonly #stream: SessionStream;
  readonly #sharing: SessionSharing | undefined;
  #lastChannel = 0;
  #used = Date.now();
  #opening: { readonly id: RequestId | undefined; readonly reply: ReplySink } | undefined;
  #canBePrimed = false;
  #isClosed = false;

  constructor(context: SessionContext, caller: Caller, restored?: RestoredSession) {
    const { limits, shared } = context;
    this.#context = context;
    this.principal = caller.principal;
    this.view = caller.view;
    this.behindBytes = limits.behindBytes;
    const id = restored?.id ?? randomUUID();
    this.id = id;
    const sharing = shared && new SessionSharing(shared, id, limits.sessionIdleMs, restored?.fields);
    this.#sharing = sharing;
    const log = shared && { replica: shared.replica, append: (event: StoredEvent) => shared.events.append(id, event) };
    this.#log = new ReplayLog(limits.replayBytes, limits.replayEvents, log);
    this.#session = context.gateway.open(this, {
      ...openOptions(caller),
      ...(sharing && { shared: { id, onChange: (change) => sharing.change(change) } }),
    });
    this.#stream = new SessionStream({
      log: this.#log,
      sharing,
      mostHeld: this.behindBytes / 4,
      onUndeliverable: (question) => this.#session.receive(noStream(question)),
    });
    if (!restored) return;
    this.#session.apply({ set: restored.fields });
    this.#canBePrimed = allowsEmptyEvents(restored.fields[VERSION]);
  }

  /** When the session was last used; undefined while a connection is open. */
  get idleSince(): number | undefined {
    const isInUse = this.#stream.isOpen || [...this.#channels.values()].some((channel) => channel.isOpen);
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

  /** Handles messages of the client. Other replicas may wait for its notifications and responses. */
  receive(frames: readonly Frame[]): void {
    this.#used = Date.now();
    const sharing = this.#sharing;
    if (sharing) {
      sharing.used(this.#used);
      for (const frame of frames) if (this.#isForOthers(frame)) sharing.forward(frame);
    }
    this.receiveHere(frames);
  }

  /** Handles messages on this replica, also those that another replica received and forwarded. */
  receiveHere(frames: readonly Frame[]): void {
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
    replyFor: (owner: ReplyOwner, name: number) => ReplySink,
    isBatch: boolean,
    headers?: Record<string, string>,
  ): void {
    const number = (this.#lastChannel += 1);
    const reply = replyFor(this, number);
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

  /** Opens a stream for session messages, or resumes the stream of `lastEventId`, which this replica has sent. */
  openStream(
    replyFor: (owner: ReplyOwner, name: number) => ReplySink,
    lastEventId: string | undefined,
    missed: readonly (readonly [id: string, frame: Frame])[] = [],
  ): void {
    this.#used = Date.now();
    const { stream, events } = this.#log.eventsAfter(lastEventId ?? '0-0');
    const channel = this.#channels.get(stream);
    const reply = replyFor(this, stream);
    this.#context.replies.stream(reply);
    reply.begin();
    if (lastEventId !== undefined) for (const [id, frame] of events) reply.stream(frame, id);
    if (channel) channel.resume(reply);
    else if (stream !== 0) reply.end();
    else {
      this.#stream.add(reply, missed);
      void this.#sharing?.streamOpened().then((isOtherLost) => isOtherLost && this.#session.announceLists());
    }
  }

  /** Sends a message of another replica to the client. */
  deliver(frame: Frame): void {
    this.#stream.deliver(frame);
  }

  /** Applies a change that another replica has stored. */
  changed(change: FieldChange): void {
    this.#sharing?.changed(change);
    this.#session.apply(change);
    this.#stream.moveHeld();
  }

  /** Stores the session again after the store was lost. Resolves to false if its client has ended it. */
  async heal(): Promise<boolean> {
    return (await this.#sharing?.heal()) ?? true;
  }

  send(frame: Frame, about?: RequestId): void {
    if (about === undefined) {
      // A response without a request is an error that the POST has already reported.
      if (frame.message.method !== undefined) this.#stream.send(frame, this.#channels.values());
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
    else return this.#settle(about, channel, frame);
    // The next request may reach another replica.
    if (this.#sharing) void this.#sharing.stored().then(() => this.#settle(about, channel, frame));
    else this.#settle(about, channel, frame);
  }

  /** An empty event with an id to resume from, for clients whose protocol version allows empty events. */
  initialEventFor({ name }: ReplySink): string | undefined {
    if (name !== 0) this.#log.begin(Number(name), this.#channels.get(Number(name))?.waiting ?? []);
    return this.#canBePrimed ? `id: ${this.#log.add(Number(name))}\nretry: 1000\ndata:\n\n` : undefined;
  }

  onReplyClosed(reply: ReplySink, isGone: boolean): void {
    this.#used = Date.now();
    if (this.#stream.remove(reply) && !this.#isClosed) this.#sharing?.streamClosed();
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
    for (const channel of this.#channels.values()) channel.fail(cutOff);
    this.#stream.end();
  }

  /** Reads the negotiated version from the `initialize` response. If that is an error, the session is closed. */
  #onInitialized(frame: Frame, reply: ReplySink): void {
    this.#opening = undefined;
    const { result } = wholeOf(frame);
    const version = isMap(result) ? (result['protocolVersion'] as string) : undefined;
    this.#canBePrimed = allowsEmptyEvents(version);
    if (result !== undefined) {
      this.#sharing?.change({ set: { [VERSION]: version ?? '', [CALLER]: callerText(this) } });
      return;
    }
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

  /** Whether another replica may wait for this message: it is about a request that is not in flight here. */
  #isForOthers(frame: Frame): boolean {
    const { method, id } = frame.message;
    if (method === undefined) return id != null && !this.#session.awaits(id);
    if (id !== undefined || method === 'notifications/initialized') return false;
    if (method !== 'notifications/cancelled') return true;
    const canceled = wholeOf(frame).params?.['requestId'];
    return !this.#inFlight.has(canceled as RequestId);
  }
}

/** Empty events are part of the protocol since this version. */
function allowsEmptyEvents(version = ''): boolean {
  return version >= '2025-11-25';
}

/** The error for a server request that cannot be delivered. */
function noStream(id: RequestId): Frame {
  return frameOf({
    jsonrpc: '2.0',
    id,
    error: { code: INTERNAL_ERROR, message: 'The client has no open stream for requests.' },
  });
}
