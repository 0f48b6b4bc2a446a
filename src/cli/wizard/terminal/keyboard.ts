import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** The keys come from here; a terminal can also be told to hand them over one by one. */
export type KeySource = Readable & { readonly isTTY?: boolean; setRawMode?(on: boolean): unknown };

/** What keys mean while one question is open. */
export interface Focus {
  /** Whether ← has nothing to move over, so that it leads back. */
  leftLeadsBack(): boolean;
  /** What to type for a pasted text. */
  typed(pasted: string): string;
  /** Lines that come at once are pasted, even when the terminal does not say so. */
  readonly takesLines?: boolean;
}

/** Ctrl+G: questions take it for "leave". Unlike Esc it cannot be the beginning of another key. */
export const LEAVE = '\u0007';
const INTERRUPT = '\u0003';
const END = '\u0004';
const SUSPEND = '\u001A';
const LEFT = ['\u001B[D', '\u001BOD'];
const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';

/**
 * Stands between the terminal and the questions of a wizard: tells Ctrl+C from Esc, makes ← lead back, keeps the lines
 * of a pasted text together, and forgets what is typed while no question is open, so that nothing is agreed to unseen.
 */
export class Keyboard {
  /** What questions read. */
  readonly keys = new PassThrough();
  /** Ctrl+C was pressed, or nobody is there any more. */
  interrupted = false;
  readonly #source: KeySource;
  readonly #decoder = new StringDecoder('utf8');
  readonly #onData = (bytes: Uint8Array | string): void => this.#take(this.#decoder.write(Buffer.from(bytes)));
  readonly #onEnd = (): void => {
    if (!this.interrupted) this.stop();
  };
  #focus: Focus | undefined;
  /** The beginning of a pasted text whose end has not come yet. */
  #pasted: string | undefined;

  constructor(source: KeySource) {
    this.#source = source;
    if (source.isTTY) source.setRawMode?.(true);
    source.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onEnd);
    // The reader before has paused it, and listening alone does not start a paused terminal again.
    if (source.isPaused()) source.resume();
  }

  focus(focus: Focus | undefined): void {
    this.keys.read();
    this.#focus = focus;
  }

  /** No more questions, as after Ctrl+C. */
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
    const [marker, pasting] = this.#pasted === undefined ? [PASTE_START, false] : [PASTE_END, true];
    const whole = (this.#pasted ?? '') + text;
    const at = whole.indexOf(marker);
    if (at === -1) {
      if (pasting) this.#pasted = whole;
      else this.#type(text);
      return;
    }
    this.#pasted = pasting ? undefined : '';
    if (pasting) this.#paste(whole.slice(0, at));
    else if (at > 0) this.#type(whole.slice(0, at));
    const rest = whole.slice(at + marker.length);
    if (rest !== '' || !pasting) this.#take(rest);
  }

  #type(text: string): void {
    if (text.includes(INTERRUPT) || text.includes(END)) return this.stop();
    if (!this.#focus) return;
    if (this.#focus.takesLines && /[\r\n][^\r\n]/.test(text)) return this.#paste(text);
    const back = LEFT.some((key) => text.startsWith(key)) && this.#focus.leftLeadsBack();
    // Nothing is completed with Tab, and a stopped program would leave the terminal to the shell as it is.
    this.keys.write(back ? LEAVE : text.replaceAll('\t', '').replaceAll(SUSPEND, ''));
  }

  #paste(text: string): void {
    this.keys.write(this.#focus?.typed(text) ?? '');
  }
}
