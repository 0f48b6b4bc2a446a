import type { Span } from '../model/secrets/hidden-spans.ts';

/** What is shown behind a last line without a line end. */
const NO_LINE_END = '\n\\ No newline at end of file';

/** A text by its lines. */
export class TextLines {
  readonly text: string;
  /** Where each line starts. */
  readonly #starts: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (let at = 0; at < text.length;) {
      this.#starts.push(at);
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end + 1;
    }
  }

  get count(): number {
    return this.#starts.length;
  }

  /** From the start of a line; the end of the text behind the last one. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** The line that a place in the text is on. */
  lineAt(offset: number): number {
    let low = 0;
    for (let high = this.#starts.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Lines as they are compared: the last one also by its line end. */
  lines(from: number, to: number): string[] {
    const lines: string[] = [];
    for (let line = from; line < to; line += 1) lines.push(this.line(line));
    return lines;
  }

  /** A line, with the parts that are hidden replaced; those are in order and none reaches beyond its line. */
  line(line: number, hidden: readonly Span[] = [], mask = ''): string {
    const [start, next] = [this.startOf(line), this.startOf(line + 1)];
    const isEnded = this.text[next - 1] === '\n';
    const end = isEnded ? next - 1 : next;
    let shown = '';
    let at = start;
    for (let index = firstFrom(hidden, start); index < hidden.length; index += 1) {
      const span = hidden[index] as Span;
      if (span.start >= end) break;
      shown += this.text.slice(at, span.start) + mask;
      at = span.end;
    }
    return shown + this.text.slice(at, end) + (isEnded ? '' : NO_LINE_END);
  }
}

/** The index of the first of sorted spans that starts at this place or behind it. */
function firstFrom(spans: readonly Span[], offset: number): number {
  let low = 0;
  for (let high = spans.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
