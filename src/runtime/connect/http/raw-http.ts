import type { OutgoingHttpHeaders } from 'node:http';
import type { Failure, Log } from '../../types.ts';
import { EarlyMessages } from '../early-messages.ts';
import { UnreadableAnswer } from '../errors.ts';
import { isObject } from '../fields.ts';
import type { Link } from '../link.ts';
import type { Mask } from '../mask.ts';
import type { RawLink, RawListener, RawMessage } from '../raw-link.ts';
import { ReplaceableLink } from '../replaceable-link.ts';
import type { SessionInfo } from '../session/session.ts';
import { Answered } from '../wire.ts';
import type { DeliveryEnd } from './delivery.ts';
import type { HttpTransport } from './http-transport.ts';
import { ParamHeaders } from './param-headers.ts';
import { RetryableSendError } from './send-error.ts';
import { standardHeaders } from './standard-headers.ts';

interface RawHttpOptions {
  /** Reconnects after the server lost the session. */
  readonly reopen: (signal: AbortSignal) => Promise<Link>;
  readonly log: Log;
  readonly mask: Mask;
}

/** Raw messages over HTTP. They pass as text, except with SSE servers, whose messages come parsed from the SDK. */
export class RawHttp implements RawLink {
  /** Each message has its own connection. */
  readonly isBehind = false;
  readonly closed: Promise<Failure | undefined>;
  readonly #options: RawHttpOptions;
  readonly #open = new Map<unknown, SentMessage>();
  readonly #paramHeaders = new ParamHeaders();
  #listener: RawListener | undefined;
  readonly #early = new EarlyMessages<RawMessage>((message) => JSON.stringify(message).length);
  readonly #link: ReplaceableLink;
  #isSubscribed = false;

  constructor(link: Link, options: RawHttpOptions) {
    this.#options = options;
    this.#link = new ReplaceableLink(link, {
      reopen: options.reopen,
      adopt: ({ wire }) => {
        wire.tap = (message) => this.#take(message);
      },
      retire: ({ wire }) => void wire.close(),
      isSubscribed: () => this.#isSubscribed,
      onListChanged: (method) => this.#hand({ method }),
    });
    this.closed = this.#link.closed;
  }

  get info(): SessionInfo {
    return this.#link.current.info;
  }

  attach(listener: RawListener): void {
    this.#listener = listener;
    for (const message of this.#early.take()) listener.onMessage(message);
  }

  send(text: string, id?: number): void {
    this.#send({ text, id, isSecond: false, isByWire: false, stop: () => {} });
  }

  /** In the modern era, closing the stream cancels the request; before, a notification is needed. */
  cancel(id: number, reason = 'The request was canceled.'): void {
    const sent = this.#open.get(id);
    this.#open.delete(id);
    if (this.info.era === 'legacy') {
      const params = { requestId: id, reason };
      this.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
    }
    sent?.stop();
  }

  subscribe(): void {
    this.#isSubscribed = true;
    this.#link.current.subscribe();
  }

  learnTools(tools: readonly RawMessage[]): readonly RawMessage[] {
    const faults: string[] = [];
    const usable = this.#paramHeaders.learn(tools, ({ name }, fault) => faults.push(`${String(name)}: ${fault}`));
    if (this.info.era === 'legacy') return tools;
    for (const fault of faults) this.#options.log('warning', this.#options.mask(`A tool is left out. ${fault}`));
    return usable;
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { stop } of open) stop();
    await this.#link.close();
  }

  #send(sent: SentMessage): void {
    const { id } = sent;
    const link = this.#link.current;
    if (id !== undefined) this.#open.set(id, sent);
    if (link.http) sent.stop = this.#deliver(sent, link, link.http);
    else this.#sendByWire(sent, link);
  }

  #deliver(sent: SentMessage, link: Link, http: HttpTransport): () => void {
    const { id, text } = sent;
    const isWaiting = (): boolean => id !== undefined && this.#listener?.isWaiting(id) === true;
    return http.deliver({
      method: 'POST',
      body: text,
      headers: link.info.era === 'modern' ? this.#headersOf(JSON.parse(text) as RawMessage) : {},
      isWaiting,
      onText: (answer) => {
        if (this.#listener?.onText(answer) === false && id !== undefined) this.#fail(id, new UnreadableAnswer());
      },
      onEnd: (end) => this.#ended(sent, link, end),
    });
  }

  #headersOf(message: RawMessage): OutgoingHttpHeaders {
    const { method, params } = message;
    const declared = method === 'tools/call' && isObject(params) ? this.#paramHeaders.for(params) : {};
    return { ...standardHeaders(message), ...declared };
  }

  #ended(sent: SentMessage, link: Link, { error, isBegun }: DeliveryEnd): void {
    const { id } = sent;
    if (id === undefined || !this.#isOpen(sent)) return;
    if (this.#listener?.isWaiting(id) !== true) return void this.#open.delete(id);
    const reason = link.wire.refusal(error, id);
    // The server has received the message, so it is not sent again.
    if (isBegun) this.#fail(id, reason);
    else void this.#onSendError(reason, sent, link);
  }

  /** Sends through the wire, parsed, for transports without a raw path. */
  #sendByWire(sent: SentMessage, link: Link): void {
    const { text } = sent;
    const message = JSON.parse(text) as RawMessage;
    const stream = new AbortController();
    sent.isByWire = true;
    sent.stop = () => stream.abort();
    link.wire
      .pass(message, {
        requestSignal: stream.signal,
        headers: this.#paramHeaders.for(isObject(message['params']) ? message['params'] : {}),
      })
      .catch((reason: unknown) => void this.#onSendError(reason, sent, link));
  }

  async #onSendError(reason: unknown, sent: SentMessage, link: Link): Promise<void> {
    if (!this.#isOpen(sent)) return;
    if (!(reason instanceof RetryableSendError) || sent.isSecond) return this.#fail(sent.id, reason);
    try {
      await this.#link.replace(link, reason);
      if (this.#isOpen(sent)) this.#send({ ...sent, isSecond: true, isByWire: false });
    } catch (error) {
      this.#fail(sent.id, error);
    }
  }

  #isOpen(sent: SentMessage): boolean {
    return this.#open.get(sent.id) === sent;
  }

  /** Passes on the server's error, or creates one. */
  #fail(id: unknown, reason: unknown): void {
    if (!this.#open.delete(id)) return;
    const text = reason instanceof Error ? reason.message : 'The request could not be sent.';
    const error = reason instanceof Answered ? reason.error : { code: -32603, message: text };
    this.#listener?.onMessage({ jsonrpc: '2.0', id, error });
  }

  /** Leaves responses to the wire's own requests and subscription acknowledgments to the wire. */
  #take(message: RawMessage): boolean {
    const { id, method } = message;
    if (method === undefined && !(this.#open.get(id)?.isByWire && this.#open.delete(id))) return false;
    if (method === 'notifications/subscriptions/acknowledged') return false;
    this.#hand(message);
    return true;
  }

  #hand(message: RawMessage): void {
    if (this.#listener) this.#listener.onMessage(message);
    else this.#early.add(message);
  }
}

/** A message in flight. */
interface SentMessage {
  readonly text: string;
  /** Set for requests. */
  readonly id: number | undefined;
  /** Already a retry; a message is sent again only once. */
  readonly isSecond: boolean;
  /** Whether its response arrives through the wire, already parsed. */
  isByWire: boolean;
  stop: () => void;
}
