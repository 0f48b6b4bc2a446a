import { frameOf, textOf } from '../message/frame.ts';
import type { RpcError } from '../message/rpc-error.ts';
import type { Frame, RequestId } from '../session/session.ts';
import type { ReplayLog } from './replay-log.ts';
import type { ReplySink } from './reply-sink.ts';

/** The requests of one POST and the reply that their responses go to: the original one, or one that resumes it. */
export class Channel {
  readonly number: number;
  /** When the connection was lost; the client may resume. */
  lostSince = Infinity;
  readonly #isBatch: boolean;
  readonly #log: ReplayLog;
  readonly #answers: Frame[] = [];
  readonly #waiting: Set<RequestId>;
  #reply: ReplySink;
  #hasStreamed = false;

  constructor(number: number, reply: ReplySink, ids: readonly RequestId[], isBatch: boolean, log: ReplayLog) {
    this.number = number;
    this.#reply = reply;
    this.#waiting = new Set(ids);
    this.#isBatch = isBatch;
    this.#log = log;
  }

  get isOpen(): boolean {
    return !this.#reply.isOver;
  }

  get isSettled(): boolean {
    return this.#waiting.size === 0;
  }

  /** Ids of requests in flight. */
  get waiting(): readonly RequestId[] {
    return [...this.#waiting];
  }

  /** Whether the client has an event id to resume from. */
  get canResume(): boolean {
    return this.#hasStreamed || this.#reply.isPrimed;
  }

  stream(frame: Frame): void {
    if (!this.#hasStreamed) this.#beginStream();
    this.#reply.stream(frame, this.#log.add(this.number, frame));
  }

  /** Settles one request, without a response if `answer` is undefined. */
  settle(id: RequestId, answer: Frame | undefined): void {
    this.#waiting.delete(id);
    if (answer) this.#answers.push(answer);
    if (this.#hasStreamed || this.#reply.isStreaming) this.#settleStream();
    else if (this.isSettled) this.#settleJson();
  }

  /** Continues on another reply after the client reconnected. */
  resume(reply: ReplySink): void {
    const before = this.#reply;
    this.#reply = reply;
    this.lostSince = Infinity;
    this.#hasStreamed = true;
    before.end();
  }

  /** Answers all requests in flight with an error. */
  fail(error: RpcError): void {
    for (const id of this.waiting) this.settle(id, frameOf({ jsonrpc: '2.0', id, error }));
  }

  /** Starts the stream with the responses collected so far. */
  #beginStream(): void {
    this.#hasStreamed = true;
    this.#reply.begin();
    for (const frame of this.#answers.splice(0)) this.#reply.stream(frame, this.#log.add(this.number, frame));
  }

  #settleStream(): void {
    this.#beginStream();
    if (this.isSettled) this.#reply.end();
  }

  #settleJson(): void {
    const answers = this.#answers.splice(0).map(textOf);
    const [only] = answers;
    if (only === undefined) this.#reply.end();
    else this.#reply.answer(this.#isBatch ? `[${answers.join(',')}]` : only);
  }
}
