import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import type { ServerLogEntry } from '../../store/logs/server-logs.ts';
import type { Output, Style } from '../output/output.ts';
import type { CallLine } from './call-entries.ts';

/** In ascending order of severity. */
export const levels = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof levels)[number];

export function isAtLeast(level: Level, least: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(least);
}

const levelStyles: Readonly<Record<Level, Style>> = { debug: 'dim', info: 'blue', warning: 'yellow', error: 'red' };
const serverStyles: readonly Style[] = ['cyan', 'magenta', 'green', 'blue', 'yellow'];

/** Formats log entries with one color per server and aligned messages. */
export class LogWords {
  readonly #output: Output;
  readonly #servers = new Map<string, Style>();
  #width = 0;

  constructor(output: Output, servers: readonly string[] = []) {
    this.#output = output;
    for (const server of servers) this.#styleOf(server);
  }

  /** One entry as text; a message with several lines stays aligned. */
  of({ time, level, server, message }: ServerLogEntry): string[] {
    const style = this.#styleOf(server);
    const name = visible(server).padEnd(this.#width);
    const [first = '', ...more] = linesOf(message);
    const lead = [
      this.#output.style('dim', exactTime(time)),
      this.#output.style(style, name),
      this.#output.style(levelStyles[level], level.padEnd(7)),
    ];
    const text = level === 'debug' ? this.#output.style('dim', first) : first;
    const indent = ' '.repeat(19 + 2 + this.#width + 2 + 7 + 2);
    return [`${lead.join('  ')}  ${text}`, ...more.map((line) => indent + line)];
  }

  #styleOf(server: string): Style {
    const known = this.#servers.get(server);
    if (known !== undefined) return known;
    const style = serverStyles[this.#servers.size % serverStyles.length] ?? 'cyan';
    this.#servers.set(server, style);
    this.#width = Math.max(this.#width, Math.min(24, visible(server).length));
    return style;
  }
}

/** Servers may log secrets that Plugboard does not know, so each line is masked by shape. */
function linesOf(message: string): string[] {
  return maskLine(message)
    .split(/\r\n|[\n\r]/)
    .map((line) => visible(line.replaceAll('\t', '  ')));
}

export function logAsData(entry: ServerLogEntry | CallLine): Record<string, unknown> {
  const { time, level, server, code, message } = entry;
  if ('data' in entry) return { time: time.toISOString(), level, ...entry.data, tool: maskLine(entry.data.tool) };
  return { time: time.toISOString(), level, server, code, message: maskLine(message) };
}

/** Local date and time with seconds. */
function exactTime(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
