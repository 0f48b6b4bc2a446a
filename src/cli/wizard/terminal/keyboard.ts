import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** The source of key presses; a terminal also supports raw mode. */
export type KeySource = Readable & { readonly isTTY?: boolean; setRawMode?(on: boolean): unknown };

/** How keys are handled while a question is open. */
export interface Focus {
  /** Whether ← moves a cursor; otherwise it goes back. */
  movesLeft?(): boolean;
  /** The text to insert for a pasted text; by default none. */
  typed?(pasted: string): string;
  /** Several lines in one chunk count as pasted, even if the terminal does not support bracketed paste. */
  readonly takesLines?: boolean;
}

/** Ctrl+G, mapped to cancel. Unlike Esc it cannot be the start of an escape sequence. */
export const LEAVE = '\u0007';
const INTERRUPT = '\u0003';
const END = '\u0004';
const LEFT = ['\u001B[D', '\u001BOD'];
const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';
/** Tab has no completion, and suspending would leave the terminal in raw mode for the shell. */
const IGNORED = ['\t', '\u001A'];

/**
 * Filters keys between the terminal and the prompts of a wizard: distinguishes Ctrl+C from Esc, makes ← go back, keeps
 * the lines of a pasted text together, and discards keys typed while no question is open, so that no confirmation
 * happens unseen.
 */
export class Keyboard {
  /** The stream that prompts read. */
  readonly keys = new PassThrough();
  /** Whether Ctrl+C was pressed or the input ended. */
  interrupted = false;
  readonly #source: KeySource;
  readonly #decoder = new StringDecoder('utf8');
  readonly #onData = (bytes: Uint8Array | string): void => this.#take(this.#decoder.write(Buffer.from(bytes)));
  readonly #onEnd = (): void => {
    if (!this.interrupted) this.stop();
  };
  #focus: Focus | undefined;
  /** The received part of an incomplete paste. */
  #pasted: string | undefined;

  constructor(source: KeySource) {
    this.#source = source;
    if (source.isTTY) source.setRawMode?.(true);
    source.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onEnd);
    // The previous reader paused the stream, and adding a listener does not resume it.
    if (source.isPaused()) source.resume();
  }

  focus(focus: Focus | undefined): void {
    this.keys.read();
    this.#focus = focus;
  }

  /** Cancels all questions, as Ctrl+C does. */
  stop(): void {
    this.interrupted = true;
    this.keys.write(INTERRUPT);
  }

  close(): void {
    this.#source.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd);
    if (this.#source.isTTY && !this.#source.destroyed) this.#source.setRawMode?.(false);
    this.#source.pause();
  }

  #take(text: string): void {
    if (this.#pasted === undefined) {
      const [typed = '', ...pasted] = text.split(PASTE_START);
      if (typed !== '') this.#type(typed);
      if (pasted.length === 0) return;
      this.#pasted = '';
      return this.#take(pasted.join(PASTE_START));
    }
    const [pasted = '', ...typed] = (this.#pasted + text).split(PASTE_END);
    this.#pasted = typed.length === 0 ? pasted : undefined;
    if (typed.length === 0) return;
    this.#paste(pasted);
    this.#take(typed.join(PASTE_END));
  }

  #type(text: string): void {
    if (text.includes(INTERRUPT) || text.includes(END)) return this.stop();
    if (!this.#focus) return;
    if (this.#focus.takesLines && /[\r\n][^\r\n]/.test(text)) return this.#paste(text);
    const back = LEFT.some((key) => text.startsWith(key)) && this.#focus.movesLeft?.() !== true;
    this.keys.write(back ? LEAVE : IGNORED.reduce((rest, key) => rest.replaceAll(key, ''), text));
  }

  #paste(text: string): void {
    this.keys.write(this.#focus?.typed?.(text) ?? '');
  }
}
