import { Writable } from 'node:stream';
import type { Output } from '../../output/output.ts';
import { toAscii } from '../../output/terminal.ts';

/** A terminal to write to. */
export type Display = Writable & { readonly columns?: number; readonly rows?: number };

/** The output of a wizard: removes colors and signs that the terminal does not support, and can erase drawn rows. */
export class Screen extends Writable {
  readonly #display: Display;
  readonly #options: Pick<Output, 'color' | 'ascii'>;
  readonly #onResize = (): boolean => this.emit('resize');
  #row = 0;

  constructor(display: Display, options: Pick<Output, 'color' | 'ascii'>) {
    super({ decodeStrings: false });
    this.#display = display;
    this.#options = options;
    display.on('resize', this.#onResize);
  }

  get columns(): number {
    return this.#display.columns || 80;
  }

  get rows(): number {
    return this.#display.rows || 24;
  }

  /** The row of the cursor, relative to the start. */
  get row(): number {
    return this.#row;
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.#row += rowsMoved(text);
    this.#display.write(this.#shown(text));
    done();
  }

  /** Erases everything from this row on. Rows that have scrolled off the screen stay. */
  rewind(row: number): void {
    const up = this.#row - row;
    this.write(`${up > 0 ? `\u001B[${up}A` : ''}\r\u001B[J`);
  }

  release(): void {
    this.#display.off('resize', this.#onResize);
  }

  #shown(text: string): string {
    const { color, ascii } = this.#options;
    const plain = color ? text : text.replaceAll(COLOR, '');
    return ascii ? toAscii(plain) : plain;
  }
}

// oxlint-disable-next-line no-control-regex -- the sequences for colors and for moving up and down.
const COLOR = /\u001B\[[\d;]*m/g;
// oxlint-disable-next-line no-control-regex
const MOVE = /\n|\u001B\[(\d*)([AB])/g;

/** The number of rows that a text moves the cursor. Lines are wrapped before, so only these sequences move it. */
export function rowsMoved(text: string): number {
  let moved = 0;
  for (const [, count, direction] of text.matchAll(MOVE)) {
    if (direction === undefined) moved += 1;
    else moved += (direction === 'A' ? -1 : 1) * Number(count || 1);
  }
  return moved;
}
