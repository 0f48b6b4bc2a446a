import { firstFrom, type Span } from '../../model/secrets/spans.ts';

/** Marker after a last line without a line ending. */
const NO_LINE_END = '\n\\ No newline at end of file';

/** A text indexed by line. */
export class TextLines {
  readonly text: string;
  /** Start offset of each line. */
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

  /** Start offset of a line; past the last line, the end of the text. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** The line that contains an offset. */
  lineAt(offset: number): number {
    let low = 0;
    for (let high = this.#starts.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Lines for comparison: the last one includes its line ending. */
  lines(from: number, to: number): string[] {
    const lines: string[] = [];
    for (let line = from; line < to; line += 1) lines.push(this.line(line));
    return lines;
  }

  line(line: number): string {
    return this.masked(line, [], '');
  }

  /** Masked spans of a line, relative to its start. Spans are sorted and do not cross lines. */
  hidden(line: number, spans: readonly Span[]): Span[] {
    const [start, next] = [this.startOf(line), this.startOf(line + 1)];
    const found: Span[] = [];
    for (let index = firstFrom(spans, start); index < spans.length; index += 1) {
      const span = spans[index] as Span;
      if (span.start >= next) break;
      found.push({ start: span.start - start, end: span.end - start });
    }
    return found;
  }

  /** Returns a line with these spans masked. */
  masked(line: number, hidden: readonly Span[], mask: string): string {
    const [start, next] = [this.startOf(line), this.startOf(line + 1)];
    const isEnded = this.text[next - 1] === '\n';
    const text = this.text.slice(start, isEnded ? next - 1 : next);
    let shown = '';
    let at = 0;
    for (const span of hidden.toSorted((a, b) => a.start - b.start)) {
      // Merges overlapping spans.
      if (span.start >= at) shown += text.slice(at, span.start) + mask;
      at = Math.max(at, span.end);
    }
    return shown + text.slice(at) + (isEnded ? '' : NO_LINE_END);
  }
}
