import { AnswerError } from '../runtime/connect/errors.ts';
import { envelopeOf, type RawClient } from '../runtime/connect/raw-link.ts';
import type { SessionInfo } from '../runtime/connect/session.ts';
import { wholeOf } from './frame.ts';
import type { Frame, JsonObject } from './session.ts';
import type { UpstreamLink, Waiting } from './upstream-link.ts';

/** A request of the gateway itself, such as for lists. Rejects with an `AnswerError`, or with why there is no answer. */
export async function request(
  link: UpstreamLink,
  what: {
    readonly method: string;
    readonly params?: JsonObject;
    readonly client: RawClient;
    readonly timeoutMs: number;
    /** The session whose wish it is; the gateway's own when absent. */
    readonly session?: string;
    /** It is answered when it ends, and takes no place until then. */
    readonly staysOpen?: boolean;
  },
): Promise<Record<string, unknown>> {
  return new Promise((done, reject) => link.send(new OwnRequest(what, done, reject)));
}

type What = Parameters<typeof request>[1];

class OwnRequest implements Waiting {
  id = 0;
  deadline: number;
  readonly client: string | undefined;
  readonly size = 0;
  readonly #what: What;
  readonly #done: (result: Record<string, unknown>) => void;
  readonly #reject: (reason: unknown) => void;

  constructor(what: What, done: (result: Record<string, unknown>) => void, reject: (reason: unknown) => void) {
    this.#what = what;
    this.client = what.staysOpen ? undefined : `gateway ${what.session ?? ''}`;
    this.#done = done;
    this.#reject = reject;
    this.deadline = performance.now() + what.timeoutMs;
  }

  textFor(id: number, { era }: SessionInfo): string {
    const { method, params, client } = this.#what;
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

  progress(): void {
    this.deadline = performance.now() + this.#what.timeoutMs;
  }

  fail(reason: unknown, isLate = false): void {
    this.#reject(isLate ? new Error('The server did not answer in time.') : reason);
  }
}
