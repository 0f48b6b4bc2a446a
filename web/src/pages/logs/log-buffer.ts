import type { LogLine } from '../../../../src/api/contract/logs.ts';
import type { Matcher } from './log-filter.ts';

/** The maximum number of lines; older ones are dropped. */
export const MOST_LINES = 100_000;

/** One row of the list: a line, or a request with its response. */
export interface LogRow {
  readonly line: LogLine;
  /** The response, if both are shown as one row. */
  answer?: LogLine;
  /** Belongs to the row above. */
  readonly isInner?: boolean;
}

/** The newest lines, and the rows that match the filter; adding lines is incremental. */
export class LogBuffer {
  readonly #most: number;
  #lines: LogLine[] = [];
  #rows: LogRow[] = [];
  #matches: Matcher = () => true;
  #folds = true;
  #open = new Map<string, LogRow>();
  #unfolded = new Set<string>();
  #newest = 0;

  constructor(most = MOST_LINES) {
    this.#most = most;
  }

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  get rows(): readonly LogRow[] {
    return this.#rows;
  }

  /** Returns how many rows were added, and how many at the top were removed. */
  add(lines: readonly LogLine[]): { readonly added: number; readonly dropped: number } {
    const fresh = lines.filter(({ id }) => id > this.#newest);
    this.#newest = fresh.at(-1)?.id ?? this.#newest;
    // One at a time: spreading so many arguments would overflow the stack.
    for (const line of fresh) this.#lines.push(line);
    const before = this.#rows.length;
    for (const line of fresh) this.#show(line);
    return { added: this.#rows.length - before, dropped: this.#trim() };
  }

  /** Replaces all lines. */
  replace(lines: readonly LogLine[]): void {
    this.#lines = lines.slice(-this.#most);
    this.#newest = this.#lines.at(-1)?.id ?? 0;
    this.#rebuild();
  }

  filter(matches: Matcher, folds: boolean): void {
    this.#matches = matches;
    this.#folds = folds;
    this.#rebuild();
  }

  isUnfolded(pair: string): boolean {
    return this.#unfolded.has(pair);
  }

  toggle(pair: string): void {
    if (!this.#unfolded.delete(pair)) this.#unfolded.add(pair);
    this.#rebuild();
  }

  /** The line that shares a pair ID with this one. */
  partnerOf({ id, pair }: LogLine): LogLine | undefined {
    return pair === undefined ? undefined : this.#lines.find((line) => line.pair === pair && line.id !== id);
  }

  clear(): void {
    this.#lines = [];
    this.#rebuild();
  }

  #show(line: LogLine): void {
    const { pair, direction } = line;
    const request = pair !== undefined && direction === 'response' ? this.#open.get(pair) : undefined;
    // A response belongs to its request, whether or not it matches the filter.
    if (request) {
      request.answer = line;
      this.#open.delete(pair as string);
      return;
    }
    if (!this.#matches(line)) return;
    const row: LogRow = { line };
    if (this.#folds && pair !== undefined && direction === 'request' && !this.#unfolded.has(pair))
      this.#open.set(pair, row);
    this.#rows.push(
      pair !== undefined && direction === 'response' && this.#unfolded.has(pair) ? { line, isInner: true } : row,
    );
  }

  #trim(): number {
    const tooMany = this.#lines.length - this.#most;
    if (tooMany <= 0) return 0;
    this.#lines.splice(0, tooMany);
    const oldest = this.#lines[0]?.id ?? 0;
    const gone = this.#rows.findIndex(({ line }) => line.id >= oldest);
    return this.#rows.splice(0, gone === -1 ? this.#rows.length : gone).length;
  }

  #rebuild(): void {
    this.#rows = [];
    this.#open = new Map();
    for (const line of this.#lines) this.#show(line);
  }
}
