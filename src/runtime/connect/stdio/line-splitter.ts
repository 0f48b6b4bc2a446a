const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Splits a byte stream into lines. At most `limit` bytes of a line are buffered: a longer line is reported as cut at
 * once, and the rest of it is dropped.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #onLine: (line: string, isCut: boolean) => void;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(limit: number, onLine: (line: string, isCut: boolean) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = this.#size === 0 && !this.#skipping && chunk.length <= this.#limit ? this.#whole(chunk) : 0;
    for (let end = chunk.indexOf(NEWLINE, start); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#take(chunk.subarray(start, end));
      if (!this.#skipping) this.#emit(false);
      this.#skipping = false;
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  /** Fast path for lines contained in one chunk: decodes them together. Returns the position after them. */
  #whole(chunk: Buffer): number {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last === -1) return 0;
    const text = chunk.toString('utf8', 0, last);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#hand(text.slice(start, end), false);
      start = end + 1;
    }
    this.#hand(start === 0 ? text : text.slice(start), false);
    return last + 1;
  }

  /** The incomplete last line. */
  get rest(): string {
    return Buffer.concat(this.#parts, this.#size).toString('utf8');
  }

  /** Flushes the last line, which has no newline. */
  end(): void {
    if (this.#size > 0) this.#emit(false);
  }

  #take(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    const room = this.#limit - this.#size;
    this.#parts.push(part.length > room ? part.subarray(0, room) : part);
    this.#size += Math.min(part.length, room);
    if (part.length <= room) return;
    this.#skipping = true;
    this.#emit(true);
  }

  #emit(isCut: boolean): void {
    const [first] = this.#parts;
    const bytes = first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    this.#hand(bytes.toString('utf8'), isCut);
  }

  /** Some programs write a byte order mark, once or before every line. */
  #hand(line: string, isCut: boolean): void {
    const text = line.charCodeAt(0) === BYTE_ORDER_MARK ? line.slice(1) : line;
    this.#onLine(text.endsWith('\r') ? text.slice(0, -1) : text, isCut);
  }
}
