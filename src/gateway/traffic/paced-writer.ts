import type { Writable } from 'node:stream';
import type { Frame } from '../session.ts';
import { Backlog } from './backlog.ts';

/** What is handed to a stream before the rest waits here. More than the mark of any stream, so that a drain follows. */
const MOST_HANDED = 256 * 1024;

/** Characters of notifications that wait for a client. */
export const MOST_OPTIONAL = 1024 * 1024;

export interface PacedWriterHooks {
  /** More or less is unread than before. */
  onChange(writer: PacedWriter): void;
  /** The first notification was dropped. */
  onDropping(): void;
}

type Output = Pick<Writable, 'write' | 'writableLength' | 'writable' | 'on'>;

/** Writes as fast as the other side reads. What has to wait does so in a backlog, which knows what may be dropped. */
export class PacedWriter {
  readonly #output: Output;
  readonly #hooks: PacedWriterHooks;
  readonly #backlog = new Backlog<string>(MOST_OPTIONAL);
  #isBehind = false;

  constructor(output: Output, hooks: PacedWriterHooks) {
    this.#output = output;
    this.#hooks = hooks;
    output.on('drain', () => this.#writeOn());
  }

  /** Messages have to wait; until then `write` is the quicker way. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Length of what the other side has not read and must not lose. */
  get unread(): number {
    return this.#output.writableLength + this.#backlog.keptLength;
  }

  write(text: string): void {
    if (this.#output.writable) this.#output.write(text);
    this.#isBehind = this.#output.writableLength > MOST_HANDED;
    if (this.#isBehind) this.#hooks.onChange(this);
  }

  /** Writes a message when the other side has read what came before. `text` is the message with what ends it. */
  hold(frame: Frame, text: string): void {
    const { dropped } = this.#backlog;
    this.#backlog.add(frame, text, text.length);
    if (dropped === 0 && this.#backlog.dropped > 0) this.#hooks.onDropping();
    this.#hooks.onChange(this);
  }

  /** All that waits, for when nothing can wait any longer. */
  takeAll(): string {
    let all = '';
    for (let text = this.#backlog.take(); text !== undefined; text = this.#backlog.take()) all += text;
    return all;
  }

  #writeOn(): void {
    if (!this.#isBehind) return;
    while (!this.#backlog.isEmpty && this.#output.writableLength <= MOST_HANDED) this.#output.write(this.#nextPart());
    this.#isBehind = !this.#backlog.isEmpty || this.#output.writableLength > MOST_HANDED;
    this.#hooks.onChange(this);
  }

  #nextPart(): string {
    let part = '';
    while (part.length < MOST_HANDED) {
      const text = this.#backlog.take();
      if (text === undefined) break;
      part += text;
    }
    return part;
  }
}
