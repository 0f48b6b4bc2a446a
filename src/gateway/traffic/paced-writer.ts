import type { Writable } from 'node:stream';
import type { Frame } from '../session/session.ts';
import { Backlog } from './backlog.ts';

/**
 * Bytes buffered in the stream before messages wait in the backlog. More than the high-water mark of any stream, so a
 * drain event follows.
 */
const MAX_BUFFERED = 256 * 1024;

/** Maximum characters of queued notifications per client. */
export const MAX_OPTIONAL = 1024 * 1024;

export interface PacedWriterHooks {
  /** The unread amount changed. */
  onChange(writer: PacedWriter): void;
  /** The first notification was dropped. */
  onDropping(): void;
}

type Output = Pick<Writable, 'write' | 'writableLength' | 'writable' | 'on'>;

/** Writes with backpressure. Messages that must wait go to a backlog, which can drop notifications. */
export class PacedWriter {
  readonly #output: Output;
  readonly #hooks: PacedWriterHooks;
  readonly #backlog = new Backlog<string>(MAX_OPTIONAL);
  #isBehind = false;

  constructor(output: Output, hooks: PacedWriterHooks) {
    this.#output = output;
    this.#hooks = hooks;
    output.on('drain', () => this.#drain());
  }

  /** Whether messages must go through `hold`; otherwise `write` is faster. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Length of unread messages, without droppable notifications. */
  get unread(): number {
    return this.#output.writableLength + this.#backlog.keptLength;
  }

  write(text: string): void {
    if (this.#output.writable) this.#output.write(text);
    this.#isBehind = this.#output.writableLength > MAX_BUFFERED;
    if (this.#isBehind) this.#hooks.onChange(this);
  }

  /** Queues a message until earlier ones are read. `text` is the message with its terminator. */
  hold(frame: Frame, text: string): void {
    const { dropped } = this.#backlog;
    this.#backlog.add(frame, text, text.length);
    if (dropped === 0 && this.#backlog.dropped > 0) this.#hooks.onDropping();
    this.#hooks.onChange(this);
  }

  /** Returns and removes all queued messages, for the final write. */
  takeAll(): string {
    let all = '';
    for (let text = this.#backlog.take(); text !== undefined; text = this.#backlog.take()) all += text;
    return all;
  }

  #drain(): void {
    if (!this.#isBehind) return;
    while (!this.#backlog.isEmpty && this.#output.writableLength <= MAX_BUFFERED) this.#output.write(this.#nextPart());
    this.#isBehind = !this.#backlog.isEmpty || this.#output.writableLength > MAX_BUFFERED;
    this.#hooks.onChange(this);
  }

  #nextPart(): string {
    let part = '';
    while (part.length < MAX_BUFFERED) {
      const text = this.#backlog.take();
      if (text === undefined) break;
      part += text;
    }
    return part;
  }
}
