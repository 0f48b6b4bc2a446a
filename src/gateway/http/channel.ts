import type { ReplayLog } from './replay-log.ts';
import type { Reply } from './reply.ts';

/** What one POST has asked for, and the reply on which it is answered: the first one, or one that goes on with it. */
export class Channel {
  readonly number: number;
  readonly #isBatch: boolean;
  readonly #log: ReplayLog;
  readonly #answers: string[] = [];
  #waiting: number;
  #reply: Reply;
  #hasStreamed = false;

  constructor(number: number, reply: Reply, waiting: number, isBatch: boolean, log: ReplayLog) {
    this.number = number;
    this.#reply = reply;
    this.#waiting = waiting;
    this.#isBatch = isBatch;
    this.#log = log;
  }

  get isOpen(): boolean {
    return !this.#reply.isOver;
  }

  get isSettled(): boolean {
    return this.#waiting === 0;
  }

  stream(text: string): void {
    if (!this.#hasStreamed) this.#beginStream();
    this.#reply.stream(text, this.#log.add(this.number, text));
  }

  /** The answer to one of the requests; without a text, there is none. */
  settle(text: string | undefined): void {
    this.#waiting -= 1;
    if (text !== undefined) this.#answers.push(text);
    if (this.#hasStreamed || this.#reply.isStreaming) this.#settleStream();
    else if (this.isSettled) this.#settleJson();
  }

  /** The client has come back for the rest. */
  goOn(reply: Reply): void {
    const before = this.#reply;
    this.#reply = reply;
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
    for (const text of this.#answers.splice(0)) this.#reply.stream(text, this.#log.add(this.number, text));
  }

  #settleStream(): void {
    this.#beginStream();
    if (this.isSettled) this.#reply.end();
  }

  #settleJson(): void {
    const answers = this.#answers.splice(0);
    const [only] = answers;
    if (only === undefined) this.#reply.end();
    else this.#reply.answer(this.#isBatch ? `[${answers.join(',')}]` : only);
  }
}
