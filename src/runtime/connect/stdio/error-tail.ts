import { stripVTControlCharacters } from 'node:util';
import type { Mask } from '../mask.ts';
import { LineSplitter } from './line-splitter.ts';

const MAX_LINES = 50;
const MAX_LENGTH = 64 * 1024;
const MAX_LINE = 8 * 1024;
/** Maximum length of a shown line. */
const SHOWN = 500;

interface Line {
  readonly text: string;
  readonly isCut: boolean;
}

/** The last lines of a server's stderr; `onLine` is called with each as it arrives. */
export class ErrorTail {
  readonly #splitter = new LineSplitter(MAX_LINE, (line, isCut) => this.#add(line, isCut));
  readonly #mask: Mask;
  readonly #onLine: (line: string) => void;
  #lines: Line[] = [];
  #size = 0;

  constructor(mask: Mask, onLine: (line: string) => void = () => {}) {
    this.#mask = mask;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  /** With secrets masked and colors removed. */
  get lines(): string[] {
    return this.#lines.map((line) => this.#shown(line));
  }

  #shown({ text, isCut }: Line): string {
    const masked = this.#mask(text, isCut);
    return masked.length > SHOWN ? `${masked.slice(0, SHOWN)}…` : masked;
  }

  /** Colors are removed first, because they could split a secret. */
  #add(raw: string, isCut: boolean): void {
    const text = stripVTControlCharacters(raw).trimEnd();
    if (text === '') return;
    this.#lines.push({ text, isCut });
    this.#onLine(this.#shown({ text, isCut }));
    this.#size += text.length;
    while (this.#lines.length > MAX_LINES || this.#size > MAX_LENGTH)
      this.#size -= this.#lines.shift()?.text.length ?? 0;
  }
}
