import { Writable } from 'node:stream';
import { inAscii } from '../../terminal.ts';

/** A terminal to write to. */
export type Display = Writable & { readonly columns?: number; readonly rows?: number };

export interface ScreenOptions {
  readonly colour: boolean;
  readonly ascii: boolean;
}

/** The terminal during a wizard: shows no more than it can, and can take back what was drawn. */
export class Screen extends Writable {
  readonly #display: Display;
  readonly #options: ScreenOptions;
  readonly #onResize = (): boolean => this.emit('resize');
  #row = 0;

  constructor(display: Display, options: ScreenOptions) {
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

  /** How far below the beginning the cursor stands. */
  get row(): number {
    return this.#row;
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.#row += rowsMoved(text);
    this.#display.write(this.#shown(text));
    done();
  }

  /** Wipes out everything from this row on. What has scrolled out of sight stays there. */
  rewind(row: number): void {
    const up = this.#row - row;
    this.write(`${up > 0 ? `\u001B[${up}A` : ''}\r\u001B[J`);
  }

  release(): void {
    this.#display.off('resize', this.#onResize);
  }

  #shown(text: string): string {
    const { colour, ascii } = this.#options;
    const plain = colour ? text : text.replaceAll(COLOUR, '');
    return ascii ? inAscii(plain.replaceAll(SIGNS, (sign) => signs[sign] ?? sign)) : plain;
  }
}

// oxlint-disable-next-line no-control-regex -- the sequences for colours and for moving up and down.
const COLOUR = /\u001B\[[\d;]*m/g;
// oxlint-disable-next-line no-control-regex
const MOVE = /\n|\u001B\[(\d*)([AB])/g;

/** Lines are wrapped before they are written, so nothing else changes the row. */
export function rowsMoved(text: string): number {
  let moved = 0;
  for (const [, count, direction] of text.matchAll(MOVE)) {
    if (direction === undefined) moved += 1;
    else moved += (direction === 'A' ? -1 : 1) * Number(count || 1);
  }
  return moved;
}

/** The signs that questions are drawn with. All of them are one column wide. */
const signs: Readonly<Record<string, string>> = {
  '◆': '*',
  '■': 'x',
  '▲': '!',
  '◇': 'o',
  '│': '|',
  '┌': '+',
  '●': '>',
  '○': ' ',
  '◻': '-',
  '◼': '+',
  '▪': '*',
  '█': '_',
  '↑': '^',
  '↓': 'v',
  '←': '<',
};

const SIGNS = new RegExp(`[${Object.keys(signs).join('')}]`, 'g');
