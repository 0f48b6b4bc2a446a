import type { OutgoingHttpHeaders } from 'node:http';
import type { Failure } from '../../types.ts';
import { ConnectionError, UnreadableAnswer } from '../errors.ts';
import { failureOf } from '../failure.ts';
import { fieldsOf } from '../fields.ts';
import type { Mask } from '../mask.ts';
import { misspelledId } from '../misspelled-id.ts';
import { parseMessages } from '../parse-messages.ts';
import type { RawMessage } from '../raw-link.ts';
import type { SendOptions, Transport } from '../transport.ts';
import { Delivery, type Outgoing } from './delivery.ts';
import type { HttpRoute } from './http-route.ts';
import { NotificationStream } from './notification-stream.ts';
import { standardHeaders } from './standard-headers.ts';

/** Time limit for ending the session. */
const END_SESSION_MS = 2000;

/** Limit of responses and notifications that the server has not accepted yet; each uses a connection. */
const MOST_UNACCEPTED = 512;

/** The Streamable HTTP transport. */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RawMessage) => void;
  readonly hasPerRequestStream = true;
  readonly #route: HttpRoute;
  readonly #mask: Mask;
  readonly #deliveries = new Set<Delivery>();
  #notifications: NotificationStream | undefined;
  #sessionId: string | undefined;
  /** Session headers, sent with every message once connected. */
  #headers: OutgoingHttpHeaders = {};
  #isClosed = false;
  #unaccepted = 0;
  #failure: Failure | undefined;

  constructor(route: HttpRoute, mask: Mask) {
    this.#route = route;
    this.#mask = mask;
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Why the transport ended, unless we closed it. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  async start(): Promise<void> {}

  setProtocolVersion(version: string): void {
    this.#headers = { ...this.#headers, 'mcp-protocol-version': version };
  }

  /** Resolves when the message was answered or accepted. */
  async send(message: RawMessage, { requestSignal, headers }: SendOptions = {}): Promise<void> {
    const { id, method } = message;
    const isRequest = method !== undefined && id !== undefined;
    await new Promise<void>((done, fail) => {
      let isWaiting = isRequest;
      const refuse = (error: unknown): void => {
        stop();
        fail(error);
      };
      const stop = this.deliver({
        method: 'POST',
        body: JSON.stringify(message),
        headers: { ...headers, ...modernHeaders(message) },
        isWaiting: () => isWaiting,
        onAccepted: (sessionId) => {
          if (method !== 'initialize') return;
          if (sessionId === undefined || isSessionId(sessionId)) this.#useSession(sessionId);
          else refuse(new ConnectionError(badSessionId));
        },
        onText: (text) => {
          const messages = parseMessages(text);
          if (!messages) return refuse(this.#unreadable(text));
          isWaiting &&= !messages.some((one) => isAnswerTo(id, one));
          for (const one of messages) this.onmessage?.(one);
        },
        onEnd: ({ error, isBegun }) => {
          requestSignal?.removeEventListener('abort', abort);
          if (error === undefined) done();
          // The response had begun, so the error must not look retryable.
          else fail(isBegun ? new ConnectionError(failureOf(error, this.#mask)) : error);
        },
      });
      const abort = (): void => {
        stop();
        done();
      };
      if (requestSignal?.aborted) abort();
      requestSignal?.addEventListener('abort', abort, { once: true });
    });
    if (method === 'notifications/initialized') this.#listen();
  }

  /** Sends a caller's message with the session headers. Returns a function that stops it. */
  deliver(outgoing: Outgoing): () => void {
    const isRequest = outgoing.isWaiting();
    let isOver = false;
    const end = (): void => {
      if (!isRequest && !isOver) this.#unaccepted -= 1;
      isOver = true;
      this.#deliveries.delete(delivery);
    };
    const delivery = new Delivery(this.#route, {
      ...outgoing,
      headers: { ...this.#headers, ...outgoing.headers },
      onEnd: (how) => {
        end();
        outgoing.onEnd(how);
      },
    });
    this.#deliveries.add(delivery);
    if (!isRequest) this.#unaccepted += 1;
    if (this.#unaccepted > MOST_UNACCEPTED) this.#giveUp();
    return () => {
      end();
      delivery.stop();
    };
  }

  /** Ends the session with a DELETE, within a time limit. */
  async endSession(): Promise<void> {
    if (this.#sessionId === undefined) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, END_SESSION_MS);
      const end = (): void => {
        clearTimeout(timer);
        done();
      };
      const nothing = (): void => {};
      this.deliver({ method: 'DELETE', headers: {}, isWaiting: () => false, onText: nothing, onEnd: end });
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#notifications?.close();
    for (const delivery of this.#deliveries) delivery.stop();
    this.#deliveries.clear();
    this.#route.close();
    this.onclose?.();
  }

  /** A server that sends requests faster than it accepts responses would fill the memory. */
  #giveUp(): void {
    this.#failure ??= { kind: 'protocol', message: 'The server sends requests without accepting the responses.' };
    void this.close();
  }

  #useSession(id: string | undefined): void {
    this.#sessionId = id;
    this.#headers = { ...this.#headers, ...(id !== undefined && { 'mcp-session-id': id }) };
  }

  #listen(): void {
    if (this.#isClosed) return;
    this.#notifications = new NotificationStream({
      route: this.#route,
      headers: () => this.#headers,
      onText: (text) => {
        const messages = parseMessages(text);
        if (!messages) this.#unreadable(text);
        for (const message of messages ?? []) this.onmessage?.(message);
      },
      onGivenUp: (reason) => {
        if (reason !== undefined) this.onerror?.(new ConnectionError(failureOf(reason, this.#mask)));
      },
    });
  }

  /** Reports the text at debug level; the error itself does not contain it. */
  #unreadable(text: string): ConnectionError {
    const shown = this.#mask(text.slice(0, 2 * LONGEST_EXCERPT), text.length > 2 * LONGEST_EXCERPT);
    const isCut = shown.length > LONGEST_EXCERPT || text.length > 2 * LONGEST_EXCERPT;
    this.onerror?.(new Error(`Not a message: ${shown.slice(0, LONGEST_EXCERPT)}${isCut ? '…' : ''}`));
    return new UnreadableAnswer();
  }
}

const LONGEST_EXCERPT = 200;

function isAnswerTo(id: unknown, message: RawMessage): boolean {
  const { id: answered, method } = message;
  return method === undefined && (answered === id || misspelledId(answered) === id);
}

/** Modern requests carry the protocol version themselves. */
function modernHeaders(message: RawMessage): OutgoingHttpHeaders {
  const meta = fieldsOf(fieldsOf(message['params'])['_meta']);
  const version = meta['io.modelcontextprotocol/protocolVersion'];
  return typeof version === 'string' ? { 'mcp-protocol-version': version, ...standardHeaders(message) } : {};
}

/** Visible ASCII, as the protocol requires. Repeated headers are joined by a comma and a space, which this rejects. */
function isSessionId(text: string): boolean {
  return text.length <= LONGEST_SESSION_ID && /^[\x21-\x7e]+$/.test(text);
}

const LONGEST_SESSION_ID = 4096;

const badSessionId = {
  kind: 'protocol',
  message: 'The server sent an invalid session id.',
} as const;
