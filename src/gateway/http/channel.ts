import { textOf } from '../frame.ts';
import type { Frame, RequestId } from '../session.ts';
import type { ReplayLog } from './replay-log.ts';
import type { Reply } from './reply.ts';

/** What one POST has asked for, and the reply on which it is answered: the first one, or one that goes on with it. */
export class Channel {
  readonly number: number;
  /** When its client has lost the connection; it may come back. */
  lostSince = Infinity;
  readonly #isBatch: boolean;
  readonly #log: ReplayLog;
  readonly #answers: Frame[] = [];
  readonly #waiting: Set<RequestId>;
  #reply: Reply;
  #hasStreamed = false;

  constructor(number: number, reply: Reply, ids: readonly RequestId[], isBatch: boolean, log: ReplayLog) {
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

  /** Requests whose answer is to come. */
  get waiting(): readonly RequestId[] {
    return [...this.#waiting];
  }

  /** Whether the client has an event to come back with. */
  get canGoOn(): boolean {
    return this.#hasStreamed || this.#reply.isPrimed;
  }

  stream(frame: Frame): void {
    if (!this.#hasStreamed) this.#beginStream();
    this.#reply.stream(frame, this.#log.add(this.number, frame));
  }

  /** The answer to one of the requests; without one, there will be none. */
  settle(id: RequestId, answer: Frame | undefined): void {
    this.#waiting.delete(id);
    if (answer) this.#answers.push(answer);
    if (this.#hasStreamed || this.#reply.isStreaming) this.#settleStream();
    else if (this.isSettled) this.#settleJson();
  }

  /** The client has come back for the rest. */
  goOn(reply: Reply): void {
    const before = this.#reply;
    this.#reply = reply;
    this.lostSince = Infinity;
    this.#hasStreamed = true;
    before.end();
  }

  end(): void {
    this.#reply.end();
  }

  /** Answers that were kept for the end come first. */
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
