import { isPrintable } from '../json/printable.ts';
import type { Failure } from '../types.ts';
import { closedByUs, ConnectionError } from './errors.ts';
import { isObject } from './fields.ts';
import { sendError } from './http/send-error.ts';
import type { Mask } from './mask.ts';
import { misspelledId, missingId, onlyOne, wrongIdType } from './misspelled-id.ts';
import { PendingRequest } from './pending-request.ts';
import type { RawMessage } from './raw-link.ts';
import type { NotificationListener, RequestOptions } from './session/session.ts';
import type { TrafficTap } from './session/traffic.ts';
import type { SendOptions, Transport } from './transport.ts';

export interface WireOptions {
  readonly transport: Transport;
  readonly mask: Mask;
  readonly timeoutMs: number;
  /** Why the transport closed, if it knows. */
  readonly whyClosed?: () => Failure | undefined;
  readonly onNotification: NotificationListener;
  /** A possibly recoverable error. Return false to pass it to `onerror`. */
  readonly onError?: (error: Error) => boolean;
  /** Records every message. */
  readonly tap?: TrafficTap;
}

export interface WireRequestOptions extends RequestOptions {
  /** Defaults to the next number. */
  readonly id?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server rejected a message with a JSON-RPC error before processing it. */
export class Answered extends Error {
  readonly error: Record<string, unknown>;

  constructor(error: Record<string, unknown>) {
    super('The server answered with an error.');
    this.error = error;
  }
}

/**
 * Starts high because the gateway counts from 1 on the same connection. Numbers, because some servers accept nothing
 * else.
 */
const FIRST_ID = 1_000_000;
const SUBSCRIPTION_ID = -1;

/** Matches requests and responses over a transport. Results are passed on unchanged. */
export class Wire {
  onerror?: (error: Error) => void;
  /** Called with messages that are not responses to our requests. */
  onmessage?: (message: RawMessage) => void;
  /** Added to the `_meta` of every request in the modern era. */
  envelope: Readonly<Record<string, unknown>> | undefined;
  /** Called first with every message; returns false to leave it to the wire. */
  tap: ((message: Record<string, unknown>) => boolean) | undefined;
  /** Settles when the connection is closed: with undefined if we closed it, else with the reason. */
  readonly closed: Promise<Failure | undefined>;
  readonly #options: WireOptions;
  readonly #transport: Transport;
  readonly #open = new Map<number, PendingRequest>();
  #nextId = FIRST_ID;
  #isOver = false;
  #failure: Failure | undefined;
  #resolveClosed: (failure: Failure | undefined) => void = () => {};
  #isClosing = false;
  #closing: Promise<void> | undefined;

  constructor(options: WireOptions) {
    this.#options = options;
    const { transport } = options;
    this.#transport = transport;
    this.closed = new Promise((done) => {
      this.#resolveClosed = done;
    });
    Object.assign(transport, {
      onclose: () => this.#end(this.#isClosing ? undefined : (options.whyClosed?.() ?? closedByServer)),
      onerror: (error) => {
        if (!options.onError?.(error)) this.onerror?.(error);
      },
      onmessage: (message) => {
        if (!isPrintable(message)) return this.#refuse(message);
        options.tap?.note('server', message);
        if (!this.#isMisspelled(message) && !this.#take(message)) this.onmessage?.(message);
      },
    } satisfies Partial<Transport>);
  }

  /** Why the connection ended, if it has. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#transport.hasPerRequestStream === true;
  }

  async start(): Promise<void> {
    await this.#transport.start();
  }

  /** Sends a message that needs no response, or whose response goes to `onmessage`. */
  async send(message: RawMessage, options?: SendOptions): Promise<void> {
    this.#options.tap?.note('us', message);
    await this.#transport.send(message, options);
  }

  setProtocolVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version);
  }

  async close(): Promise<void> {
    // Some transports call `onclose` synchronously while closing.
    this.#isClosing = true;
    this.#closing ??= this.#transport.close();
    await this.#closing;
    this.#end(undefined);
  }

  /** Resolves when all current requests have settled. */
  async settled(): Promise<void> {
    await Promise.allSettled(Array.from(this.#open.values(), ({ answer }) => answer));
  }

  /** Closes the connection for a reason that the transport cannot know. */
  fail(failure: Failure): void {
    this.#end(failure);
    this.#closing ??= this.#transport.close().catch(() => {});
  }

  async request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options: WireRequestOptions = {},
  ): Promise<Record<string, unknown>> {
    options.signal?.throwIfAborted();
    if (this.#isOver) throw new ConnectionError(this.#failure ?? closedByUs);
    const { mask, timeoutMs } = this.#options;
    const { id = this.#nextId++ } = options;
    const stream = new AbortController();
    const open = new PendingRequest({ timeoutMs, mask, ...options, onCancel: () => this.#sendCancelled(id, stream) });
    this.#open.set(id, open);
    const message = this.#message(method, params, id, options);
    this.#options.tap?.note('us', message);
    this.#transport
      .send(message, {
        requestSignal: stream.signal,
        ...(options.headers && { headers: { ...options.headers } }),
      })
      .catch((error: unknown) => this.#onSendError(error, open, id));
    try {
      return await open.answer;
    } catch (error) {
      // The rest of the response is not needed.
      stream.abort();
      throw error;
    } finally {
      this.#open.delete(id);
    }
  }

  /** Subscribes to notifications of a modern server. Rejects if it does not send them, or stops. */
  async subscribe(notifications: Readonly<Record<string, true>>): Promise<void> {
    const params = { notifications, ...this.#meta() };
    await this.send({ jsonrpc: '2.0', id: SUBSCRIPTION_ID, method: 'subscriptions/listen', params });
  }

  /** Runs `work` while the server waits for an answer from us. Request timeouts are paused meanwhile. */
  async withTimeoutsPaused<T>(work: () => Promise<T>): Promise<T> {
    const waiting = [...this.#open.values()];
    for (const open of waiting) open.pause(true);
    try {
      return await work();
    } finally {
      for (const open of waiting) open.pause(false);
    }
  }

  /** Sends a caller's message unchanged. Rejects with a `ConnectionError` or `Answered`. */
  async pass(message: RawMessage, options: SendOptions): Promise<void> {
    if (this.#isOver) throw new ConnectionError(this.#failure ?? closedByUs);
    try {
      await this.#transport.send(message, options);
    } catch (error) {
      throw this.refusal(error, message['id']);
    }
  }

  /**
   * Classifies a send error. If authorization was refused, the connection is closed, since later requests would fail
   * too.
   */
  refusal(error: unknown, id: unknown): ConnectionError | Answered {
    const hasSession = this.sessionId !== undefined && this.envelope === undefined;
    const answer = sendError(error, id, hasSession, this.#options.mask);
    if (!(answer instanceof ConnectionError)) return new Answered(answer);
    if (isAccessRefused(answer.failure)) this.fail(answer.failure);
    return answer;
  }

  #message(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    id: number,
    { onProgress }: WireRequestOptions,
  ): RawMessage {
    const given = isObject(params?.['_meta']) ? params['_meta'] : undefined;
    const added = { ...this.envelope, ...given, ...(onProgress && { progressToken: id }) };
    const all = Object.keys(added).length > 0 ? { ...params, _meta: added } : params;
    return { jsonrpc: '2.0', id, method, ...(all && { params: all }) };
  }

  #onSendError(error: unknown, open: PendingRequest, id: number): void {
    const answer = this.refusal(error, id);
    open.fail(answer instanceof Answered ? open.answerError(answer.error) : answer);
  }

  /** In the modern era over HTTP, closing the stream cancels the request; elsewhere a notification is needed. */
  #sendCancelled(id: number, stream: AbortController): void {
    if (!(this.envelope && this.hasPerRequestStream)) {
      const params = { requestId: id, reason: 'The request was canceled.', ...this.#meta() };
      const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params } as const;
      this.#options.tap?.note('us', message);
      this.#transport.send(message, { requestSignal: AbortSignal.timeout(this.#options.timeoutMs) }).catch(() => {});
    }
    stream.abort();
  }

  #meta(): { _meta?: Record<string, unknown> } {
    return this.envelope ? { _meta: { ...this.envelope } } : {};
  }

  /** Fails the request, ours or a caller's, whose response is unusable. */
  failAnswer(id: unknown, message: string): void {
    if (typeof id !== 'number') return;
    const answer = { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } } as const;
    if (this.tap?.(answer)) return;
    this.#open.get(id)?.fail(new ConnectionError({ kind: 'protocol', message }));
  }

  /** Drops a message that cannot be serialized again, and fails the request that it answers. */
  #refuse({ id, method }: RawMessage): void {
    this.onerror?.(new Error(unprintable));
    if (method === undefined) this.failAnswer(misspelledId(id) ?? id, unprintable);
  }

  /** Whether a response has a string id; all our request ids are numbers. */
  #isMisspelled({ id, method }: RawMessage): boolean {
    const meant = method === undefined ? misspelledId(id) : undefined;
    if (meant !== undefined) this.failAnswer(meant, wrongIdType);
    return meant !== undefined;
  }

  /** Returns whether the message has been handled. */
  #take(message: RawMessage): boolean {
    if (this.tap?.(message)) return true;
    const { id, method, params, result, error } = message;
    if (typeof method !== 'string') {
      if (id == null) onlyOne(this.#open)?.fail(new ConnectionError({ kind: 'protocol', message: missingId }));
      const open = this.#open.get(id as number);
      open?.settle({ result, error });
      return open !== undefined;
    }
    if (id !== undefined) return false;
    const content = isObject(params) ? params : undefined;
    const open = method === 'notifications/progress' ? this.#open.get(content?.['progressToken'] as number) : undefined;
    if (open) open.progress(content ?? {});
    // Subscription acknowledgments are not passed on.
    else if (method !== 'notifications/subscriptions/acknowledged') this.#options.onNotification(method, content);
    return open !== undefined;
  }

  #end(failure: Failure | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    this.#resolveClosed(failure);
    for (const open of this.#open.values()) open.fail(new ConnectionError(failure ?? closedByUs));
  }
}

const INTERNAL_ERROR = -32603;
const unprintable = 'The server sent a message that is nested too deep or contains a number that is too large.';
const closedByServer = { kind: 'unreachable', message: 'The server closed the connection.' } as const;

/** A 403 may concern a single operation, so the connection stays usable. */
function isAccessRefused({ kind, status }: Failure): boolean {
  return kind === 'unauthorized' && status !== 403;
}
