import { scanText } from '../../json/scan.ts';
import type { Failure } from '../../types.ts';
import { EarlyMessages } from '../early-messages.ts';
import { ConnectionError } from '../errors.ts';
import { isObject } from '../fields.ts';
import type { Opening } from '../link.ts';
import { isAnswer, opening as openingText, OtherEra, readOpening } from '../raw-handshake.ts';
import { changesOf, envelopeOf, type RawClient, type RawLink, type RawListener, type RawMessage } from '../raw-link.ts';
import type { Era, SessionInfo } from '../session/session.ts';
import type { StdioTransport } from './stdio-transport.ts';

/** Connects through a transport that is starting, and closes it on failure. Does not load the SDK. */
export async function connectRaw(
  transport: StdioTransport,
  how: { readonly opening: Opening; readonly era: Era; readonly client: RawClient },
  signal: AbortSignal,
): Promise<RawLink> {
  const link = new RawStdio(transport, how.client);
  try {
    signal.throwIfAborted();
    await transport.start();
    signal.throwIfAborted();
    await link.performHandshake(how.era, how.opening, signal);
    return link;
  } catch (error) {
    const { failure } = transport;
    await transport.close();
    if (failure) throw new ConnectionError(failure);
    const { stderr } = transport;
    if (!(error instanceof ConnectionError) || stderr.length === 0) throw error;
    const told = { ...error.failure, stderr };
    throw error instanceof OtherEra ? new OtherEra(told) : new ConnectionError(told);
  }
}

/** Raw messages over stdio, line by line. */
class RawStdio implements RawLink {
  readonly closed: Promise<Failure | undefined>;
  readonly #transport: StdioTransport;
  readonly #client: RawClient;
  #info: SessionInfo | undefined;
  #listener: RawListener | undefined;
  readonly #early = new EarlyMessages<string>((line) => line.length);
  #isClosing = false;
  #isSubscribed = false;
  #onEnd: () => void = () => {};

  constructor(transport: StdioTransport, client: RawClient) {
    this.#transport = transport;
    this.#client = client;
    this.closed = new Promise((done) => {
      const onclose = (): void => {
        this.#onEnd();
        done(this.#isClosing ? undefined : (transport.failure ?? closedByServer));
      };
      Object.assign(transport, { onclose } satisfies Partial<StdioTransport>);
    });
  }

  get info(): SessionInfo {
    return this.#info as SessionInfo;
  }

  get isBehind(): boolean {
    return this.#transport.isBehind;
  }

  async performHandshake(era: Era, { mask }: Opening, signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#onEnd();
    try {
      const answer = await new Promise<RawMessage>((done, fail) => {
        this.#onEnd = () => fail(signal.aborted ? signal.reason : new ConnectionError(closedByServer));
        signal.addEventListener('abort', stop, { once: true });
        this.#transport.takeLine = (line) => this.#onHandshakeLine(line, done);
        this.#transport.sendText(openingText(era, this.#client));
      });
      this.#info = readOpening(era, answer, mask);
      if (era === 'legacy') this.#transport.sendText('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    } finally {
      signal.removeEventListener('abort', stop);
      this.#onEnd = () => {};
    }
  }

  attach(listener: RawListener): void {
    this.#listener = listener;
    this.#transport.takeLine = (line) => listener.onText(line);
    this.#transport.onDrain = () => listener.onDrain();
    for (const line of this.#early.take()) listener.onText(line);
  }

  send(text: string, _id?: number, canWait?: boolean): void {
    this.#transport.sendText(text, canWait);
  }

  cancel(id: number, reason = 'The request was canceled.'): void {
    const meta = this.info.era === 'modern' ? { _meta: envelopeOf(this.#client) } : {};
    const params = { requestId: id, reason, ...meta };
    this.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  }

  subscribe(): void {
    const notifications = changesOf(this.info);
    if (this.#isSubscribed || this.info.era === 'legacy' || Object.keys(notifications).length === 0) return;
    this.#isSubscribed = true;
    const params = { notifications, _meta: envelopeOf(this.#client) };
    this.send(JSON.stringify({ jsonrpc: '2.0', id: -1, method: 'subscriptions/listen', params }));
  }

  learnTools(tools: readonly RawMessage[]): readonly RawMessage[] {
    return tools;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#transport.close();
  }

  /** Until connected, handles only the handshake response and pings. */
  #onHandshakeLine(line: string, onAnswer: (answer: RawMessage) => void): boolean {
    if (this.#listener) return this.#listener.onText(line);
    if (scanText(line) < 0) return false;
    const message: unknown = JSON.parse(line);
    if (!isObject(message) || !('method' in message || 'id' in message)) return false;
    if (this.#info === undefined && isAnswer(message)) onAnswer(message);
    else if (message['method'] === 'ping' && message['id'] !== undefined) {
      this.send(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: {} }));
    } else this.#early.add(line);
    return true;
  }
}

const closedByServer: Failure = { kind: 'unreachable', message: 'The server closed the connection.' };
