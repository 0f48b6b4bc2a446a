import type { Failure } from '../../types.ts';
import { unlessAborted } from '../abortable.ts';
import { AnswerError } from '../errors.ts';
import { ParamHeaders } from '../http/param-headers.ts';
import { RetryableSendError } from '../http/send-error.ts';
import type { Link } from '../link.ts';
import { ReplaceableLink } from '../replaceable-link.ts';
import type { Wire } from '../wire.ts';
import { listAll } from './list-all.ts';
import { observeCall, type OnCall } from './observe-call.ts';
import { type Ask, withAnswers } from './questions.ts';
import type { ListKind, NotificationListener, RequestOptions, Session, SessionInfo } from './session.ts';

export interface LiveSessionOptions {
  readonly link: Link;
  /** Reconnects after the server lost the session. */
  readonly reopen?: (signal: AbortSignal) => Promise<Link>;
  readonly listeners: Set<NotificationListener>;
  /** For a whole list. */
  readonly timeoutMs: number;
  /** Answers elicitations; without it, `input_required` results are passed on. */
  readonly ask?: Ask;
  /** Called when a tool call has finished. */
  readonly onCall?: OnCall;
  /** Called for tools that are left out. */
  readonly warn?: (message: string) => void;
}

/** A session that survives its link: if the server loses the session, it reconnects once. */
export class LiveSession implements Session {
  readonly closed: Promise<Failure | undefined>;
  readonly #options: LiveSessionOptions;
  readonly #paramHeaders = new ParamHeaders();
  readonly #retired = new Set<Wire>();
  readonly #link: ReplaceableLink;

  constructor(options: LiveSessionOptions) {
    const { link, reopen, listeners } = options;
    this.#options = options;
    this.#link = new ReplaceableLink(link, {
      reopen,
      retire: (lost) => void this.#retire(lost),
      isSubscribed: () => listeners.size > 0,
      onListChanged: (method) => {
        for (const listener of listeners) listener(method, undefined);
      },
    });
    this.closed = this.#link.closed;
  }

  get info(): SessionInfo {
    return this.#link.current.info;
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
    const link = this.#link.current;
    const send = (): Promise<Record<string, unknown>> => this.#send(method, params, options);
    try {
      return await send();
    } catch (error) {
      if (error instanceof RetryableSendError) await unlessAborted(this.#link.replace(link, error), options?.signal);
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
    // Each call is a separate subscription, even with the same function.
    const own: NotificationListener = (method, params) => listener(method, params);
    listeners.add(own);
    this.#link.current.subscribe();
    return () => void listeners.delete(own);
  }

  async close(): Promise<void> {
    await this.#link.close(() => Array.from(this.#retired, (wire) => wire.close()));
  }

  /**
   * Parameter headers only matter to modern servers over HTTP; there, a tool with an invalid declaration must not be
   * used.
   */
  #callable(tools: Record<string, unknown>[]): Record<string, unknown>[] {
    const faults: string[] = [];
    const usable = this.#paramHeaders.learn(tools, ({ name }, fault) => faults.push(`${String(name)}: ${fault}`));
    const { info, wire } = this.#link.current;
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
    return this.#link.current.wire.request(method, params, { ...options, headers });
  }

  /** Earlier requests may still be answered. The session is gone, so there is nothing to end on the server. */
  async #retire({ wire }: Link): Promise<void> {
    this.#retired.add(wire);
    await wire.settled();
    await wire.close();
    this.#retired.delete(wire);
  }
}

/** The server requires headers that depend on the tool's schema, and has not processed the request. */
function isHeaderMismatch(error: unknown): boolean {
  return error instanceof AnswerError && error.code === -32020;
}
