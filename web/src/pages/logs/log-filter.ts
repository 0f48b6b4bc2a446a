import type { LogLine } from '../../../../src/api/contract/logs.ts';

export const levels = ['debug', 'info', 'warning', 'error'] as const;
export const streams = ['stderr', 'protocol', 'notification', 'event'] as const;

export type Level = (typeof levels)[number];
export type Stream = (typeof streams)[number];

/** The filter of the log. Empty lists mean all. */
export interface LogFilter {
  readonly servers: readonly string[];
  /** The minimum level. */
  readonly level: Level;
  readonly streams: readonly Stream[];
  readonly text: string;
  readonly isPattern: boolean;
}

export const everything: LogFilter = { servers: [], level: 'debug', streams: [], text: '', isPattern: false };

export type Matcher = (line: LogLine) => boolean;

/** The error in the pattern, or a predicate for matching lines. */
export function matcherOf(filter: LogFilter): Matcher | { readonly problem: string } {
  const finds = textFinder(filter);
  if (typeof finds !== 'function') return finds;
  const least = levels.indexOf(filter.level);
  const servers = new Set(filter.servers);
  const wanted = new Set<string>(filter.streams);
  return (line) =>
    levels.indexOf(line.level) >= least &&
    (servers.size === 0 || servers.has(line.server)) &&
    (wanted.size === 0 || wanted.has(line.stream)) &&
    finds(line);
}

function textFinder({ text, isPattern }: LogFilter): Matcher | { readonly problem: string } {
  if (text === '') return () => true;
  if (!isPattern) {
    const wanted = text.toLowerCase();
    return (line) => line.text.toLowerCase().includes(wanted) || line.server.toLowerCase().includes(wanted);
  }
  try {
    const pattern = new RegExp(text, 'iu');
    return (line) => pattern.test(line.text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'Not a valid regular expression.' };
  }
}
