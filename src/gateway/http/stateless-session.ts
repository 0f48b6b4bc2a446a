import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMap } from '../../model/value.ts';
import { nameOf } from '../eras.ts';
import { textOf } from '../frame.ts';
import { withId } from '../rewrite.ts';
import type { Frame, GatewaySession, Outlet, RequestId } from '../session.ts';
import { mismatch } from './era.ts';
import type { Surroundings } from './legacy-session.ts';
import { ParamHeaders } from './param-headers.ts';
import { busy, refuse } from './refuse.ts';
import { Reply, type ReplyOwner } from './reply.ts';

interface Asked {
  readonly reply: Reply;
  /** How the client's id is written, and how ours. */
  readonly id: string;
  readonly own: string;
  readonly isList: boolean;
  readonly client: string;
}

/**
 * All requests of the modern era of one kind of client. They know nothing of each other, so that two of them may have the
 * same id: each gets one of ours, which nobody can guess and which therefore stands nowhere else in an answer.
 */
export class StatelessSession implements Outlet, ReplyOwner {
  readonly behindBytes: number;
  readonly #around: Surroundings;
  readonly #view: string | undefined;
  readonly #session: GatewaySession;
  readonly #asked = new Map<RequestId, Asked>();
  /** How many requests of each client wait for their answers. */
  readonly #pending = new Map<string, number>();
  readonly #params = new ParamHeaders();
  readonly #prefix = randomBytes(12).toString('base64url');
  #last = 0;

  constructor(around: Surroundings, view: string | undefined) {
    this.#around = around;
    this.#view = view;
    this.behindBytes = around.limits.behindBytes;
    this.#session = around.gateway.open(this, { isStateless: true, ...(view !== undefined && { view }) });
  }

  get isIdle(): boolean {
    return this.#asked.size === 0;
  }

  take(frame: Frame): void {
    this.#session.receive(frame);
  }

  ask(frame: Frame, request: IncomingMessage, response: ServerResponse): void {
    const { method, id = null } = frame.message;
    const fault = method === 'tools/call' ? this.#params.faultOf(frame, request.headers) : undefined;
    if (fault !== undefined) {
      refuse(response, mismatch(fault), id);
      return;
    }
    const client = nameOf(frame);
    const pending = this.#pending.get(client) ?? 0;
    if (pending >= this.#around.limits.pendingPerClient) {
      refuse(response, busy('Too many requests of this client are in flight'), id);
      return;
    }
    this.#pending.set(client, pending + 1);
    const { replies } = this.#around;
    const own = `${this.#prefix}.${(this.#last += 1)}`;
    const reply = new Reply(response, this, own);
    if (method === 'subscriptions/listen') replies.stream(reply);
    else replies.wait(reply);
    const isList = method === 'tools/list';
    this.#asked.set(own, { reply, id: JSON.stringify(id), own: `"${own}"`, isList, client });
    this.#session.receive(withId(frame, own));
  }

  send(frame: Frame, about?: RequestId): void {
    const asked = about === undefined ? undefined : this.#asked.get(about);
    if (!asked) return;
    const { message } = frame;
    const text = textOf(frame).replaceAll(asked.own, () => asked.id);
    if (message.method !== undefined || message.id !== about) asked.reply.stream({ ...frame, text });
    else {
      if (asked.isList) this.#params.learn(text);
      asked.reply.answer(text, statusOf(message.error));
    }
  }

  replyIsOver(reply: Reply, isGone: boolean): void {
    this.#around.replies.forget(reply);
    const asked = this.#asked.get(reply.name);
    this.#asked.delete(reply.name);
    if (asked) this.#answered(asked.client);
    if (isGone) this.#session.drop(reply.name);
  }

  replyIsBehind(): void {
    this.#around.onBehind(this.#view);
  }

  async close(): Promise<void> {
    await this.#session.close();
    for (const { reply } of this.#asked.values()) reply.end();
  }

  #answered(client: string): void {
    const pending = (this.#pending.get(client) ?? 0) - 1;
    if (pending > 0) this.#pending.set(client, pending);
    else this.#pending.delete(client);
  }
}

/** Errors that the protocol gives a status of their own. All others are answers like any other. */
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
