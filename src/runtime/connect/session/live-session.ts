import type { Failure } from '../../types.ts';
import { unlessAborted } from '../abortable.ts';
import { AnswerError, ConnectionError } from '../errors.ts';
import { ParamHeaders } from '../http/param-headers.ts';
import { Undelivered } from '../http/send-error.ts';
import type { Link } from '../link.ts';
import type { Wire } from '../wire.ts';
import { listAll } from './list-all.ts';
import { observeCall, type OnCall } from './observe-call.ts';
import { type Ask, withAnswers } from './questions.ts';
import type { ListKind, NotificationListener, RequestOptions, Session, SessionInfo } from './session.ts';

export interface LiveSessionOptions {
  readonly link: Link;
  /** Makes the connection anew, for when the server has forgotten it. */
  readonly reopen?: (signal: AbortSignal) => Promise<Link>;
  readonly listeners: Set<NotificationListener>;
  /** For a whole list. */
  readonly timeoutMs: number;
  /** Answers what the server asks; without, its questions are handed on. */
  readonly ask?: Ask;
  /** Hears of calls of tools that are over. */
  readonly onCall?: OnCall;
  /** Hears of tools that are left out. */
  readonly warn?: (message: string) => void;
}

/** A session that outlives the link it was made with: when the server has lost it, a new one takes its place, once. */
export class LiveSession implements Session {
  readonly closed: Promise<Failure | undefined>;
  readonly #options: LiveSessionOptions;
  readonly #end = new AbortController();
  #tellClosed: (failure: Failure | undefined) => void = () => {};
  readonly #paramHeaders = new ParamHeaders();
  readonly #retired = new Set<Wire>();
  #link: Link;
  #reopening: Promise<void> | undefined;

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.#link = options.link;
    this.closed = new Promise((done) => {
      this.#tellClosed = done;
    });
    void this.#follow(options.link);
  }

  get info(): SessionInfo {
    return this.#link.info;
  }

  async request(
    method: string,
    params?: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<Record<string, unknown>> {
    const { ask, onCall } = this.#options;
    const signal = options?.signal;
    const send = async (): Promise<Record<string, unknown>> =>
      ask
        ? withAnswers(async (all) => this.#request(method, all, options), params, ask, signal)
        : this.#request(method, params, options);
    return onCall && method === 'tools/call' ? observeCall(send, { params, signal, onCall }) : send();
  }

  async #request(
    method: string,
    params: Record<string, unknown> | undefined,
    options: RequestOptions | undefined,
  ): Promise<Record<string, unknown>> {
    const link = this.#link;
    const send = (): Promise<Record<string, unknown>> => this.#send(method, params, options);
    try {
      return await send();
    } catch (error) {
      if (error instanceof Undelivered) await unlessAborted(this.#reopen(link, error), options?.signal);
      else if (isHeaderMismatch(error) && method === 'tools/call') await this.listAll('tools', options?.signal);
      else throw error;
      return send();
    }
  }

  async listAll(kind: ListKind, signal?: AbortSignal): Promise<Record<string, unknown>[]> {
    const { timeoutMs } = this.#options;
    const items = await listAll(kind, this.info.capabilities, this.request.bind(this), { signal, timeoutMs });
    return kind === 'tools' ? this.#callable(items) : items;
  }

  onNotification(listener: NotificationListener): () => void {
    const { listeners } = this.#options;
    // Each call is a subscription of its own, also with the same function.
    const own: NotificationListener = (method, params) => listener(method, params);
    listeners.add(own);
    this.#link.subscribe();
    return () => void listeners.delete(own);
  }

  async close(): Promise<void> {
    this.#end.abort(new ConnectionError({ kind: 'other', message: 'The connection was closed.' }));
    await this.#reopening?.catch(() => {});
    await Promise.all([this.#link.close(), ...Array.from(this.#retired, (wire) => wire.close())]);
    this.#tellClosed(undefined);
  }

  /** Headers mean something to modern servers by HTTP only; there a tool that is declared wrongly must not be used. */
  #callable(tools: Record<string, unknown>[]): Record<string, unknown>[] {
    const faults: string[] = [];
    const usable = this.#paramHeaders.learn(tools, ({ name }, fault) => faults.push(`${String(name)}: ${fault}`));
    const { info, wire } = this.#link;
    if (info.era === 'legacy' || !wire.hasPerRequestStream) return tools;
    for (const fault of faults) this.#options.warn?.(`A tool is left out. ${fault}`);
    return usable;
  }

  #send(
    method: string,
    params: Record<string, unknown> | undefined,
    options: RequestOptions | undefined,
  ): Promise<Record<string, unknown>> {
    const headers = method === 'tools/call' ? this.#paramHeaders.for(params) : {};
    return this.#link.wire.request(method, params, { ...options, headers });
  }

  /** Several requests may find out at the same time. */
  async #reopen(lost: Link, reason: Undelivered): Promise<void> {
    if (this.#link !== lost) return;
    this.#reopening ??= this.#replace(lost, reason).finally(() => {
      this.#reopening = undefined;
    });
    await this.#reopening;
  }

  async #replace(lost: Link, reason: Undelivered): Promise<void> {
    const { reopen, listeners } = this.#options;
    if (!reopen) throw reason;
    try {
      this.#link = await reopen(this.#end.signal);
    } catch (error) {
      const failure = error instanceof ConnectionError ? error.failure : reason.failure;
      lost.wire.lose(failure);
      throw error;
    }
    void this.#retire(lost);
    void this.#follow(this.#link);
    if (listeners.size > 0) this.#link.subscribe();
    this.#tellOfChanges();
  }

  /** Requests of before may still be answered. There is nobody to say good-bye to. */
  async #retire({ wire }: Link): Promise<void> {
    this.#retired.add(wire);
    await wire.settled();
    await wire.close();
    this.#retired.delete(wire);
  }

  /** What answers now may be another version of the server. */
  #tellOfChanges(): void {
    for (const kind of ['tools', 'prompts', 'resources']) {
      if (this.info.capabilities[kind] === undefined) continue;
      for (const listener of this.#options.listeners) listener(`notifications/${kind}/list_changed`, undefined);
    }
  }

  async #follow(link: Link): Promise<void> {
    const failure = await link.wire.closed;
    if (this.#link === link) this.#tellClosed(failure);
  }
}

/** The server wants headers that depend on the schema of the tool, and has not looked at the request yet. */
function isHeaderMismatch(error: unknown): boolean {
  return error instanceof AnswerError && error.code === -32020;
}
