import { visible } from '../../model/visible.ts';
import type { Log } from '../types.ts';
import { fieldsOf, isObject } from './fields.ts';
import type { RawMessage } from './raw-link.ts';
import { type Ask, answerTo } from './session/questions.ts';
import type { Wire } from './wire.ts';

export interface ServerRequestOptions {
  readonly wire: Wire;
  readonly ask?: Ask;
  /** Modern servers ask in their responses, so a request from one is ignored. */
  readonly isModern: () => boolean;
  readonly log: Log;
}

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** Limit of concurrent requests from one server. */
const MOST_PENDING = 100;

/** Answers requests from a server: pings, and elicitations if `ask` is set. All others are declined. */
export class ServerRequests {
  readonly #options: ServerRequestOptions;
  readonly #pending = new Map<unknown, AbortController>();

  constructor(options: ServerRequestOptions) {
    this.#options = options;
  }

  take(message: RawMessage): void {
    const { id, method, params } = message;
    const { log, isModern } = this.#options;
    if (typeof method !== 'string') return log('debug', 'It sent a response to an unknown request.');
    if (id === undefined || id === null) return this.#onNotification(method, params);
    if (isModern())
      return log('debug', `It sent the request ${visible(method)}, which this protocol revision does not support.`);
    void this.#answer(id, method, fieldsOf(params));
  }

  #onNotification(method: string, params: unknown): void {
    if (method === 'notifications/cancelled') this.#pending.get(fieldsOf(params)['requestId'])?.abort();
  }

  async #answer(id: unknown, method: string, params: RawMessage): Promise<void> {
    const { wire, ask, log } = this.#options;
    if (method === 'ping') return this.#send({ id, result: {} });
    if (method !== 'elicitation/create' || !ask) {
      log('info', `It requested ${visible(method)}, which is not supported.`);
      return this.#send({ id, error: { code: METHOD_NOT_FOUND, message: `Plugboard does not support ${method}.` } });
    }
    if (this.#pending.has(id) || this.#pending.size >= MOST_PENDING) {
      return this.#send({ id, error: { code: INTERNAL_ERROR, message: 'Too many pending requests.' } });
    }
    if (typeof params['message'] !== 'string' || !(isObject(params['requestedSchema']) || params['mode'] === 'url')) {
      return this.#send({ id, error: { code: INVALID_PARAMS, message: 'The request has no message or no schema.' } });
    }
    const cancel = new AbortController();
    this.#pending.set(id, cancel);
    try {
      const result = await wire.withTimeoutsPaused(async () => answerTo(params, ask, cancel.signal));
      if (!cancel.signal.aborted) await this.#send({ id, result });
    } catch (error) {
      const message = error instanceof Error ? error.message : 'No answer.';
      if (!cancel.signal.aborted) await this.#send({ id, error: { code: INTERNAL_ERROR, message } });
    } finally {
      this.#pending.delete(id);
    }
  }

  async #send(answer: RawMessage): Promise<void> {
    const { wire, log } = this.#options;
    await wire.send({ jsonrpc: '2.0', ...answer }).catch(() => log('debug', 'A response could not be sent.'));
  }
}
