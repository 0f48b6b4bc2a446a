import { LineSplitter } from './line-splitter.ts';

/** Whoever takes the events of a stream. */
export interface EventTaker {
  /** What one event holds. */
  onData(data: string): void;
  /** An event, or several together, is longer than it may be. */
  onTooLong(): void;
}

/** Reads a stream of server-sent events as far as MCP uses it, and remembers where to go on if it breaks off. */
export class EventStream {
  /** The id of the last event that had one. */
  lastId: string | undefined;
  /** How long the server wants us to wait before we come back. */
  retryMs: number | undefined;
  readonly #lines: LineSplitter;
  readonly #taker: EventTaker;
  readonly #limit: number;
  #data: string | undefined;
  #type = '';

  constructor(limit: number, taker: EventTaker) {
    this.#limit = limit;
    this.#taker = taker;
    this.#lines = new LineSplitter(limit, (line, isCut) => (isCut ? taker.onTooLong() : this.#take(line)));
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  #take(line: string): void {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const from = line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1;
    const value = colon === -1 ? '' : line.slice(from);
    if (field === 'data') this.#add(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id' && value !== '') this.lastId = value;
    else if (field === 'retry' && /^\d{1,7}$/.test(value)) this.retryMs = Number(value);
  }

  #add(value: string): void {
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    if (this.#data.length <= this.#limit) return;
    this.#data = undefined;
    this.#taker.onTooLong();
  }

  #dispatch(): void {
    const [data, type] = [this.#data, this.#type];
    this.#data = undefined;
    this.#type = '';
    // An empty one only says where to go on.
    if (data && (type === '' || type === 'message')) this.#taker.onData(data);
  }
}
