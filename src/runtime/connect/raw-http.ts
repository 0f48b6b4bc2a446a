import type { Failure, LogEntry } from '../types.ts';
import { ConnectionError } from './errors.ts';
import { isObject } from './fields.ts';
import type { Link } from './link.ts';
import type { Mask } from './mask.ts';
import { ParamHeaders } from './param-headers.ts';
import type { RawLink, RawListener, RawMessage } from './raw-link.ts';
import { Undelivered } from './send-error.ts';
import type { SessionInfo } from './session.ts';
import { Answered } from './wire.ts';

interface RawHttpOptions {
  /** Makes the connection anew, for when the server has forgotten it. */
  readonly reopen: (signal: AbortSignal) => Promise<Link>;
  readonly log: (level: LogEntry['level'], message: string) => void;
  readonly mask: Mask;
}

interface Sent {
  readonly message: RawMessage;
  readonly stream: AbortController;
  /** What the server has not looked at is sent once more. */
  readonly isSecond: boolean;
}

/** Messages of a server that is reached by its address. The SDK has made the connection and carries them. */
export class RawHttp implements RawLink {
  readonly closed: Promise<Failure | undefined>;
  readonly #options: RawHttpOptions;
  readonly #open = new Map<unknown, Sent>();
  readonly #headers = new ParamHeaders();
  readonly #end = new AbortController();
  #tellClosed: (failure: Failure | undefined) => void = () => {};
  #listener: RawListener | undefined;
  #early: RawMessage[] = [];
  #link: Link;
  #isSubscribed = false;
  #reopening: Promise<void> | undefined;

  constructor(link: Link, options: RawHttpOptions) {
    this.#options = options;
    this.#link = link;
    this.closed = new Promise((done) => {
      this.#tellClosed = done;
    });
    this.#use(link);
  }

  get info(): SessionInfo {
    return this.#link.info;
  }

  attach(listener: RawListener): void {
    this.#listener = listener;
    for (const message of this.#early) listener.onMessage(message);
    this.#early = [];
  }

  send(text: string): void {
    this.#send(JSON.parse(text) as RawMessage, false);
  }

  /** In the modern era closing the stream says it; before, that means nothing. */
  cancel(id: number, reason = 'Nobody waits for it any more.'): void {
    const sent = this.#open.get(id);
    this.#open.delete(id);
    if (this.info.era === 'legacy') {
      this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason } }, false);
    }
    sent?.stream.abort();
  }

  subscribe(): void {
    this.#isSubscribed = true;
    this.#link.subscribe();
  }

  learnTools(tools: RawMessage[]): RawMessage[] {
    const faults: string[] = [];
    const usable = this.#headers.learn(tools, ({ name }, fault) => faults.push(`${String(name)}: ${fault}`));
    if (this.info.era === 'legacy') return tools;
    for (const fault of faults) this.#options.log('warning', this.#options.mask(`A tool is left out. ${fault}`));
    return usable;
  }

  async close(): Promise<void> {
    this.#end.abort(new ConnectionError({ kind: 'other', message: 'The connection was closed.' }));
    await this.#reopening?.catch(() => {});
    await this.#link.close();
    this.#tellClosed(undefined);
  }

  #use(link: Link): void {
    link.wire.tap = (message) => this.#take(message);
    void this.#follow(link);
  }

  async #follow(link: Link): Promise<void> {
    const failure = await link.wire.closed;
    if (this.#link === link) this.#tellClosed(failure);
  }

  #send(message: RawMessage, isSecond: boolean): void {
    const { id, method, params } = message;
    const link = this.#link;
    const sent: Sent = { message, stream: new AbortController(), isSecond };
    const isRequest = typeof method === 'string' && id !== undefined;
    if (isRequest) this.#open.set(id, sent);
    const headers = method === 'tools/call' && isObject(params) ? this.#headers.for(params) : {};
    const onRequestStreamEnd = (): void => this.#fail(id, brokenOff);
    link.wire
      .pass(message, { requestSignal: sent.stream.signal, headers, ...(isRequest && { onRequestStreamEnd }) })
      .catch((reason: unknown) => void this.#onSendError(reason, sent, link));
  }

  async #onSendError(reason: unknown, sent: Sent, link: Link): Promise<void> {
    const { message, isSecond } = sent;
    if (this.#open.get(message['id']) !== sent) return;
    if (!(reason instanceof Undelivered) || isSecond) return this.#fail(message['id'], reason);
    try {
      await this.#reopen(link);
      this.#send(message, true);
    } catch (error) {
      this.#fail(message['id'], error);
    }
  }

  /** The server's own error, or ours. */
  #fail(id: unknown, reason: unknown): void {
    if (!this.#open.delete(id)) return;
    const text = reason instanceof Error ? reason.message : 'The request could not be sent.';
    const error = reason instanceof Answered ? reason.error : { code: -32603, message: text };
    this.#listener?.onMessage({ jsonrpc: '2.0', id, error });
  }

  /** Several requests may find out at the same time. */
  async #reopen(lost: Link): Promise<void> {
    if (this.#link !== lost) return;
    this.#reopening ??= this.#replace(lost).finally(() => {
      this.#reopening = undefined;
    });
    await this.#reopening;
  }

  async #replace(lost: Link): Promise<void> {
    const link = await this.#options.reopen(this.#end.signal).catch((error: unknown) => {
      const failure = error instanceof ConnectionError ? error.failure : brokenOff.failure;
      lost.wire.lose(failure);
      throw error;
    });
    this.#link = link;
    this.#use(link);
    if (this.#isSubscribed) link.subscribe();
    // There is nobody to say good-bye to.
    void lost.wire.close();
    // What answers now may be another version of the server.
    for (const kind of ['tools', 'prompts', 'resources']) {
      if (this.info.capabilities[kind] !== undefined) this.#hand({ method: `notifications/${kind}/list_changed` });
    }
  }

  /** What belongs to the SDK are its own requests, and that a subscription has begun. */
  #take(message: RawMessage): boolean {
    const { id, method } = message;
    if (method === undefined && !this.#open.delete(id)) return false;
    if (method === 'notifications/subscriptions/acknowledged') return false;
    this.#hand(message);
    return true;
  }

  #hand(message: RawMessage): void {
    if (this.#listener) this.#listener.onMessage(message);
    else this.#early.push(message);
  }
}

const brokenOff = new ConnectionError({ kind: 'unreachable', message: 'The server broke off before it answered.' });
