import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMap } from '../../model/value.ts';
import { type Caller, openOptions, type Principal } from '../auth/principal.ts';
import { scopeText } from '../catalog/view-text.ts';
import { nameOf } from '../message/eras.ts';
import { textOf } from '../message/frame.ts';
import { withId } from '../message/rewrite.ts';
import { cutOff } from '../message/rpc-error.ts';
import type { Frame, GatewaySession, Outlet, RequestId } from '../session/session.ts';
import { mismatch } from './era.ts';
import { busy, refuse } from './http-refusal.ts';
import type { SessionContext } from './legacy-session.ts';
import { ParamHeaders } from './param-headers.ts';
import type { ReplyOwner, ReplySink } from './reply-sink.ts';
import { Reply } from './reply.ts';

const LISTEN = 'subscriptions/listen';

interface InFlight {
  readonly reply: ReplySink;
  /** The client's request id and ours, as JSON text. */
  readonly id: string;
  readonly own: string;
  readonly client: string;
  /** Whether it stays open without a response. */
  readonly isStream: boolean;
}

/**
 * All modern requests of one principal and view. They are independent, so two of them may have the same id: each gets an unguessable
 * id of ours, which therefore occurs nowhere else in a response.
 */
export class StatelessSession implements Outlet, ReplyOwner {
  readonly behindBytes: number;
  readonly #context: SessionContext;
  readonly principal: Principal;
  readonly #view: string | undefined;
  readonly #session: GatewaySession;
  readonly #inFlight = new Map<RequestId, InFlight>();
  /** Number of requests in flight per client. */
  readonly #pending = new Map<string, number>();
  readonly #params = new ParamHeaders();
  readonly #prefix = randomBytes(12).toString('base64url');
  #last = 0;

  constructor(context: SessionContext, caller: Caller) {
    this.#context = context;
    this.principal = caller.principal;
    this.#view = caller.view;
    this.behindBytes = context.limits.behindBytes;
    this.#session = context.gateway.open(this, { isStateless: true, ...openOptions(caller) });
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  receive(frame: Frame): void {
    this.#session.receive(frame);
  }

  handleRequest(frame: Frame, request: IncomingMessage, response: ServerResponse, expiresAt = Infinity): void {
    const { method, id = null } = frame.message;
    const fault = method === 'tools/call' ? this.#headerFault(frame, request) : undefined;
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
    const own = this.#nextId();
    const reply = new Reply(response, this, own, expiresAt);
    if (method === LISTEN) this.#context.replies.stream(reply);
    else this.#context.replies.wait(reply);
    this.#handle(frame, own, reply, client);
  }

  /** Handles a request that came through another replica, which has checked it. */
  handleForwarded(frame: Frame, replyFor: (owner: ReplyOwner, name: string) => ReplySink): void {
    const own = this.#nextId();
    const reply = replyFor(this, own);
    this.#context.replies.wait(reply);
    this.#handle(frame, own, reply, nameOf(frame));
  }

  #nextId(): string {
    return `${this.#prefix}.${(this.#last += 1)}`;
  }

  #handle(frame: Frame, own: string, reply: ReplySink, client: string): void {
    this.#pending.set(client, (this.#pending.get(client) ?? 0) + 1);
    const isStream = frame.message.method === LISTEN;
    this.#inFlight.set(own, { reply, id: JSON.stringify(frame.message.id ?? null), own: `"${own}"`, client, isStream });
    this.#session.receive(withId(frame, own));
  }

  #headerFault(frame: Frame, request: IncomingMessage): string | undefined {
    const list = this.#context.gateway.toolList?.(scopeText(this.principal.view, this.#view));
    if (list !== undefined) this.#params.learn(list);
    return this.#params.faultOf(frame, request.headers);
  }

  send(frame: Frame, about?: RequestId): void {
    const asked = about === undefined ? undefined : this.#inFlight.get(about);
    if (!asked) return;
    const { message } = frame;
    const text = textOf(frame).replaceAll(asked.own, () => asked.id);
    if (message.method !== undefined || message.id !== about) asked.reply.stream({ ...frame, text });
    else asked.reply.answer(text, statusOf(message.error));
  }

  onReplyClosed(reply: ReplySink, isGone: boolean): void {
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
    for (const { reply, id, isStream } of this.#inFlight.values()) {
      if (isStream) reply.end();
      else reply.answer(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(cutOff)}}`);
    }
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
