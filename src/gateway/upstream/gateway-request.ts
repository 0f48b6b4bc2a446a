import { AnswerError } from '../../runtime/connect/errors.ts';
import { envelopeOf, type RawClient } from '../../runtime/connect/raw-link.ts';
import type { SessionInfo } from '../../runtime/connect/session/session.ts';
import { wholeOf } from '../message/frame.ts';
import type { Frame, JsonObject } from '../session/session.ts';
import type { UpstreamLink, UpstreamRequest } from './upstream-link.ts';

/**
 * Sends a request of the gateway itself, such as for lists. Rejects with an `AnswerError`, or with the reason why there
 * is no response.
 */
export async function request(
  link: UpstreamLink,
  options: {
    readonly method: string;
    readonly params?: JsonObject;
    readonly client: RawClient;
    readonly timeoutMs: number;
    /** The session on whose behalf it is sent; the gateway if absent. */
    readonly session?: string;
    /** A long-lived request such as a subscription, which does not count against the limits. */
    readonly staysOpen?: boolean;
  },
): Promise<Record<string, unknown>> {
  return new Promise((done, reject) => link.send(new GatewayRequest(options, done, reject)));
}

type RequestOptions = Parameters<typeof request>[1];

class GatewayRequest implements UpstreamRequest {
  id = 0;
  deadline: number;
  readonly client: string | undefined;
  readonly size = 0;
  readonly #options: RequestOptions;
  readonly #done: (result: Record<string, unknown>) => void;
  readonly #reject: (reason: unknown) => void;

  constructor(
    options: RequestOptions,
    done: (result: Record<string, unknown>) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#options = options;
    this.client = options.staysOpen ? undefined : `gateway ${options.session ?? ''}`;
    this.#done = done;
    this.#reject = reject;
    this.deadline = performance.now() + options.timeoutMs;
  }

  textFor(id: number, { era }: SessionInfo): string {
    const { method, params, client } = this.#options;
    const meta = era === 'modern' ? { _meta: envelopeOf(client) } : {};
    return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, ...meta } });
  }

  settle(frame: Frame): void {
    const { result, error } = wholeOf(frame);
    if (typeof result === 'object' && result !== null) return this.#done(result as Record<string, unknown>);
    const { code, message } = (error ?? {}) as Record<string, unknown>;
    const text = typeof message === 'string' ? message : 'The server gave no reason.';
    this.#reject(new AnswerError(typeof code === 'number' ? code : -32603, text));
  }

  /** It was not requested, so it does not extend the time limit. */
  progress(): void {}

  fail(reason: unknown, isLate = false): void {
    this.#reject(isLate ? new Error('The server did not answer in time.') : reason);
  }
}
