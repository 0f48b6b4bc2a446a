/**
 * Lines to a server that are written together. A write costs more than all other work for a small request, so requests
 * of many clients should not each have their own.
 */
export class LineBatch {
  readonly #write: (text: string) => void;
  #lines: string[] = [];
  #length = 0;
  #turn: NodeJS.Immediate | undefined;
  #isTickOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Length of the lines that are not written yet. */
  get length(): number {
    return this.#length;
  }

  /** Lines of the same tick are written together; with `canWait`, those of the same turn of the event loop. */
  add(line: string, canWait = false): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (canWait) this.#turn ??= setImmediate(this.flush);
    else if (!this.#isTickOpen) {
      this.#isTickOpen = true;
      queueMicrotask(this.flush);
    }
  }

  readonly flush = (): void => {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    this.#isTickOpen = false;
    if (this.#lines.length === 0) return;
    const text = `${this.#lines.join('\n')}\n`;
    this.#lines = [];
    this.#length = 0;
    this.#write(text);
  };
}
