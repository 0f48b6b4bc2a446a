import type { ConnectionError } from '../errors.ts';
import { tooLong, withoutMessages } from '../message-limits.ts';
import { LineEnds } from '../stdio/line-ends.ts';
import { LineSplitter } from '../stdio/line-splitter.ts';
import { IdleAllowance } from './idle-allowance.ts';

export interface EventTaker {
  /** What one event holds. */
  onData(data: string): void;
  /** The stream holds too much; nothing more of it is read. */
  onFault(error: ConnectionError): void;
}

/** What a further line of data takes beside its text, so that empty ones cannot fill memory. */
const PART_COST = 16;

const BYTE_ORDER_MARK = '\ufeff';

/** Reads a stream of server-sent events as far as MCP uses it, and remembers where to go on if it breaks off. */
export class EventStream {
  /** The id of the last event that had one. */
  lastId: string | undefined;
  /** How long the server wants us to wait before we come back. */
  retryMs: number | undefined;
  readonly #ends = new LineEnds();
  readonly #lines: LineSplitter;
  readonly #taker: EventTaker;
  readonly #limit: number;
  readonly #idle = new IdleAllowance();
  #data: string | undefined;
  #size = 0;
  #type = '';
  #isFirst = true;
  #isOver = false;

  constructor(limit: number, taker: EventTaker) {
    this.#limit = limit;
    this.#taker = taker;
    this.#lines = new LineSplitter(limit, (line, isCut) => {
      if (this.#isOver) return;
      if (isCut) this.#fail(tooLong(limit));
      else this.#take(line);
    });
  }

  push(chunk: Buffer): void {
    if (!this.#isOver) this.#lines.push(this.#ends.unify(chunk));
  }

  #take(text: string): void {
    const line = this.#isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    this.#isFirst = false;
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const from = line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1;
    const value = colon === -1 ? '' : line.slice(from);
    if (field === 'data') return this.#add(value);
    if (field === 'event') this.#type = value;
    else if (field === 'id' && value !== '') this.lastId = value;
    else if (field === 'retry' && /^\d{1,7}$/.test(value)) this.retryMs = Number(value);
    this.#spend(line.length);
  }

  #add(value: string): void {
    const isFurther = this.#data !== undefined;
    this.#size += value.length + (isFurther ? PART_COST : 0);
    this.#data = isFurther ? `${this.#data}\n${value}` : value;
    if (this.#size > this.#limit) this.#fail(tooLong(this.#limit));
  }

  #dispatch(): void {
    const [data, type, size] = [this.#data, this.#type, this.#size];
    this.#data = undefined;
    this.#type = '';
    this.#size = 0;
    // An empty one only says where to go on.
    if (!data || (type !== '' && type !== 'message')) return this.#spend(size);
    this.#idle.reset();
    this.#taker.onData(data);
  }

  #spend(length: number): void {
    if (!this.#idle.spend(length)) this.#fail(withoutMessages());
  }

  #fail(error: ConnectionError): void {
    this.#isOver = true;
    this.#data = undefined;
    this.#taker.onFault(error);
  }
}
