import type { Writable } from 'node:stream';
import { oneLine } from '../../runtime/json/one-line.ts';
import { textOf } from '../message/frame.ts';
import type { Outlet } from '../session/session.ts';
import { PacedWriter } from '../traffic/paced-writer.ts';

/** Above this, input is paused: each request would add a response that the client does not read. */
const STOP_INPUT_LENGTH = 8 * 1024 * 1024;

/** A client with more unread responses is disconnected. Eight messages of maximum length. */
const MAX_UNREAD = 128 * 1024 * 1024;

export interface LineOutletHooks {
  /** Pauses or resumes reading from the client. */
  onInput(isWanted: boolean): void;
  /** The client is disconnected because it does not read. */
  onGiveUp(): void;
  /** Shows a message to the user. */
  tell(text: string): void;
}

/** Writes messages to a client, one per line. Messages sent in the same tick are written together. */
export class LineOutlet implements Outlet {
  readonly #writer: PacedWriter;
  readonly #hooks: LineOutletHooks;
  #lines: string[] = [];
  #isInputWanted = true;
  #isGivenUp = false;

  constructor(output: Writable, hooks: LineOutletHooks) {
    this.#hooks = hooks;
    this.#writer = new PacedWriter(output, {
      onChange: ({ unread }) => this.#onChange(unread),
      onDropping: () => hooks.tell('The client does not read its messages. Notifications are dropped until it does.'),
    });
  }

  send(frame: Parameters<Outlet['send']>[0]): void {
    if (this.#isGivenUp) return;
    const line = oneLine(textOf(frame));
    if (this.#writer.isBehind) return this.#writer.hold(frame, `${line}\n`);
    this.#lines.push(line);
    if (this.#lines.length === 1) queueMicrotask(this.#flush);
  }

  readonly #flush = (): void => {
    const text = `${this.#lines.join('\n')}\n`;
    this.#lines = [];
    this.#writer.write(text);
  };

  #onChange(unread: number): void {
    const isInputWanted = unread <= STOP_INPUT_LENGTH;
    if (isInputWanted !== this.#isInputWanted) this.#hooks.onInput(isInputWanted);
    this.#isInputWanted = isInputWanted;
    if (unread <= MAX_UNREAD || this.#isGivenUp) return;
    this.#isGivenUp = true;
    this.#hooks.tell('The client has 128 MB of unread responses. Its session is closed.');
    this.#hooks.onGiveUp();
  }
}
