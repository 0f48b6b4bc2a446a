import { visible } from '../../model/visible.ts';
import { cut } from '../output/server-labels.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { CommandContext } from '../program/command-context.ts';

const PATIENCE_MS = 300;
const TICK_MS = 100;
/** From this duration on, the elapsed time is shown. */
const LONG_MS = 3000;
const FRAMES = ['-', '\\', '|', '/'];

interface Pending {
  doing: string;
  readonly since: number;
}

/**
 * Live progress lines at the bottom of the terminal, one per pending operation. Results are printed above them. Without
 * a terminal only results are printed.
 */
export class PendingLines {
  /** Whether progress is drawn. */
  readonly isLive: boolean;
  readonly #output: CommandContext['output'];
  readonly #pending = new Map<string, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;
  #drawn = 0;
  #isClosed = false;
  #isHeld = false;

  constructor({ output, globals }: CommandContext) {
    this.#output = output;
    this.isLive = !output.json && !globals.quiet && process.env['TERM'] !== 'dumb' && isTerminal('stderr');
  }

  /** Adds or updates an operation. */
  say(name: string, doing: string): void {
    const known = this.#pending.get(name);
    if (known) known.doing = doing;
    else this.#pending.set(name, { doing, since: performance.now() });
    if (this.isLive && !this.#isClosed) this.#timer ??= setInterval(() => this.#draw(), TICK_MS);
  }

  /** Removes an operation and prints its result. */
  finish(name: string, lines: readonly string[] = []): void {
    this.#pending.delete(name);
    this.#erase();
    for (const line of lines) this.#output.print(line);
    if (this.#pending.size === 0) this.#rest();
  }

  /** Clears the lines; they are redrawn a moment later. */
  pause(): void {
    this.#erase();
  }

  /** Stops drawing until the returned function is called. */
  hold(): () => void {
    this.#isHeld = true;
    this.#erase();
    return () => {
      this.#isHeld = false;
    };
  }

  /** Stops drawing for good. */
  close(): void {
    this.#isClosed = true;
    this.#rest();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#erase();
  }

  #draw(): void {
    const now = performance.now();
    const slow = [...this.#pending].filter(([, { since }]) => now - since >= PATIENCE_MS);
    this.#erase();
    if (slow.length === 0 || this.#isHeld) return;
    // Some terminals do not report their size.
    const [columns, rows] = [process.stderr.columns || 80, process.stderr.rows || 24];
    const most = Math.max(1, rows - 2);
    const width = Math.max(...slow.map(([name]) => visible(name).length));
    const lines = slow.slice(0, most).map(([name, { doing, since }]) => {
      const took = now - since >= LONG_MS ? `  ${Math.floor((now - since) / 1000)} s` : '';
      const frame = FRAMES[this.#frame % FRAMES.length];
      return `${frame} ${visible(name).padEnd(width)}  ${visible(this.#output.masked(doing))}${took}`;
    });
    if (slow.length > most) lines.push(`  and ${slow.length - most} more`);
    this.#frame += 1;
    this.#drawn = lines.length;
    process.stderr.write(lines.map((line) => `${cut(line, columns - 1).replaceAll('…', '.')}\n`).join(''));
  }

  #erase(): void {
    if (this.#drawn > 0) process.stderr.write(`\r\u001B[${this.#drawn}A\u001B[J`);
    this.#drawn = 0;
  }
}
