import type { Writable } from 'node:stream';
import { oneLine } from '../../runtime/json/one-line.ts';
import { textOf } from '../frame.ts';
import type { Outlet } from '../session.ts';
import { PacedWriter } from '../traffic/paced-writer.ts';

/** From here on no more of the client's input is read: each request would add an answer that it does not read. */
const STOP_INPUT_LENGTH = 8 * 1024 * 1024;

/** A client that has so much of its answers unread is given up. Eight of the longest messages. */
const MOST_UNREAD = 128 * 1024 * 1024;

export interface LineOutletHooks {
  /** Whether the client's input should be read. */
  onInput(isWanted: boolean): void;
  /** The client cannot be served any longer. */
  onGiveUp(): void;
  /** For people. */
  tell(text: string): void;
}

/** Messages to a client, one per line. What is sent in one go leaves in one piece. */
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
    if (unread <= MOST_UNREAD || this.#isGivenUp) return;
    this.#isGivenUp = true;
    this.#hooks.tell('The client has not read 128 MB of answers. Its session is closed.');
    this.#hooks.onGiveUp();
  }
}
