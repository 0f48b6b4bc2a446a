import type { ConnectionError } from '../errors.ts';
import { tooLong, withoutMessages } from '../message-limits.ts';
import { LineSplitter } from '../stdio/line-splitter.ts';
import { IdleAllowance } from './idle-allowance.ts';

export interface EventTaker {
  /** Called with the data of one event. */
  onData(data: string): void;
  /** Whether the data is what the stream is for; everything is by default. Other events count as keep-alive. */
  isExpected?(data: string): boolean;
  /** The stream exceeds a limit and is not read further. */
  onFault(error: ConnectionError): void;
}

/** Memory overhead per data line, so that empty lines count too. */
const PART_COST = 16;

const BYTE_ORDER_MARK = '\ufeff';

/** Parses server-sent events as far as MCP uses them, and tracks where to resume. */
export class EventStream {
  /** The id of the last event that had one. */
  lastId: string | undefined;
  /** Reconnection delay requested by the server. */
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
    // An event without data only sets the resume position.
    if (!data || (type !== '' && type !== 'message')) return this.#spend(size);
    if (this.#taker.isExpected?.(data) === false) return this.#spend(data.length);
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

const [LF, CR] = [0x0a, 0x0d];

/** Converts the line endings allowed in server-sent events (CRLF, LF, CR) to LF without waiting for the next byte. */
export class LineEnds {
  #isBehindReturn = false;

  unify(chunk: Buffer): Buffer {
    if (chunk.length === 0) return chunk;
    const start = this.#isBehindReturn && chunk[0] === LF ? 1 : 0;
    this.#isBehindReturn = chunk[chunk.length - 1] === CR;
    if (!chunk.includes(CR)) return chunk.subarray(start);
    const unified = Buffer.allocUnsafe(chunk.length);
    let size = 0;
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LF && chunk[at - 1] === CR) continue;
      unified[size] = byte === CR ? LF : byte;
      size += 1;
    }
    return unified.subarray(0, size);
  }
}
