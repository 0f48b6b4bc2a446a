import { visible } from '../../model/visible.ts';
import { cut } from '../output/server-words.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { CommandContext } from '../program/command-context.ts';

const PATIENCE_MS = 300;
const TICK_MS = 100;
/** From then on people want to know how long it has been. */
const LONG_MS = 3000;
const FRAMES = ['-', '\\', '|', '/'];

interface Pending {
  doing: string;
  readonly since: number;
}

/**
 * What is under way, a line for each, drawn again and again at the end of the terminal. Results are printed above it when
 * they come. Where nobody watches there are only the results.
 */
export class PendingLines {
  /** Whether anything is drawn at all. */
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

  /** Something has begun, or goes on with something else. */
  say(name: string, doing: string): void {
    const known = this.#pending.get(name);
    if (known) known.doing = doing;
    else this.#pending.set(name, { doing, since: performance.now() });
    if (this.isLive && !this.#isClosed) this.#timer ??= setInterval(() => this.#draw(), TICK_MS);
  }

  /** It is over; these lines are the result. */
  finish(name: string, lines: readonly string[] = []): void {
    this.#pending.delete(name);
    this.#erase();
    for (const line of lines) this.#output.print(line);
    if (this.#pending.size === 0) this.#rest();
  }

  /** Makes room for something else; it is drawn again a moment later. */
  pause(): void {
    this.#erase();
  }

  /** Draws nothing until the returned function is called. */
  hold(): () => void {
    this.#isHeld = true;
    this.#erase();
    return () => {
      this.#isHeld = false;
    };
  }

  /** Nothing is drawn any more, whatever may still happen. */
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
    // Some terminals do not say.
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
