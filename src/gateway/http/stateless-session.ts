import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMap } from '../../model/value.ts';
import { nameOf } from '../message/eras.ts';
import { textOf } from '../message/frame.ts';
import { withId } from '../message/rewrite.ts';
import type { Frame, GatewaySession, Outlet, RequestId } from '../session/session.ts';
import { mismatch } from './era.ts';
import { busy, refuse } from './http-refusal.ts';
import type { SessionContext } from './legacy-session.ts';
import { ParamHeaders } from './param-headers.ts';
import { Reply, type ReplyOwner } from './reply.ts';

interface InFlight {
  readonly reply: Reply;
  /** The client's request id and ours, as JSON text. */
  readonly id: string;
  readonly own: string;
  readonly isList: boolean;
  readonly client: string;
}

/**
 * All modern requests of one view. They are independent, so two of them may have the same id: each gets an unguessable
 * id of ours, which therefore occurs nowhere else in a response.
 */
export class StatelessSession implements Outlet, ReplyOwner {
  readonly behindBytes: number;
  readonly #context: SessionContext;
  readonly #view: string | undefined;
  readonly #session: GatewaySession;
  readonly #inFlight = new Map<RequestId, InFlight>();
  /** Number of requests in flight per client. */
  readonly #pending = new Map<string, number>();
  readonly #params = new ParamHeaders();
  readonly #prefix = randomBytes(12).toString('base64url');
  #last = 0;

  constructor(context: SessionContext, view: string | undefined) {
    this.#context = context;
    this.#view = view;
    this.behindBytes = context.limits.behindBytes;
    this.#session = context.gateway.open(this, { isStateless: true, ...(view !== undefined && { view }) });
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  receive(frame: Frame): void {
    this.#session.receive(frame);
  }

  handleRequest(frame: Frame, request: IncomingMessage, response: ServerResponse): void {
    const { method, id = null } = frame.message;
    const fault = method === 'tools/call' ? this.#params.faultOf(frame, request.headers) : undefined;
    if (fault !== undefined) {
      refuse(response, mismatch(fault), id);
      return;
    }
    const client = nameOf(frame);
    const pending = this.#pending.get(client) ?? 0;
    if (pending >= this.#context.limits.pendingPerClient) {
      refuse(response, busy('Too many requests of this client are in flight'), id);
      return;
    }
    this.#pending.set(client, pending + 1);
    const { replies } = this.#context;
    const own = `${this.#prefix}.${(this.#last += 1)}`;
    const reply = new Reply(response, this, own);
    if (method === 'subscriptions/listen') replies.stream(reply);
    else replies.wait(reply);
    const isList = method === 'tools/list';
    this.#inFlight.set(own, { reply, id: JSON.stringify(id), own: `"${own}"`, isList, client });
    this.#session.receive(withId(frame, own));
  }

  send(frame: Frame, about?: RequestId): void {
    const asked = about === undefined ? undefined : this.#inFlight.get(about);
    if (!asked) return;
    const { message } = frame;
    const text = textOf(frame).replaceAll(asked.own, () => asked.id);
    if (message.method !== undefined || message.id !== about) asked.reply.stream({ ...frame, text });
    else {
      if (asked.isList) this.#params.learn(text);
      asked.reply.answer(text, statusOf(message.error));
    }
  }

  onReplyClosed(reply: Reply, isGone: boolean): void {
    this.#context.replies.forget(reply);
    const asked = this.#inFlight.get(reply.name);
    this.#inFlight.delete(reply.name);
    if (asked) this.#answered(asked.client);
    if (isGone) this.#session.drop(reply.name);
  }

  onSlowReader(): void {
    this.#context.onBehind(this.#view);
  }

  async close(): Promise<void> {
    await this.#session.close();
    for (const { reply } of this.#inFlight.values()) reply.end();
  }

  #answered(client: string): void {
    const pending = (this.#pending.get(client) ?? 0) - 1;
    if (pending > 0) this.#pending.set(client, pending);
    else this.#pending.delete(client);
  }
}

/** HTTP statuses that the protocol defines for errors. All other errors are sent with 200. */
const statuses = new Map<unknown, number>([
  [-32_700, 400],
  [-32_600, 400],
  [-32_601, 404],
  [-32_020, 400],
  [-32_021, 400],
  [-32_022, 400],
]);

function statusOf(error: unknown): number {
  return (isMap(error) ? statuses.get(error['code']) : undefined) ?? 200;
}
