import type { Host } from '../../model/host.ts';
import { eventInOldLine, isLogCode, type LogCode, type LogEvent, logEvent } from '../../model/log-event.ts';
import { type FollowOptions, LogFiles, type LogQuery } from './log-files.ts';

export type { FollowOptions, LogQuery } from './log-files.ts';

/** A log entry of a server, with secrets already masked. */
export interface ServerLogEntry {
  readonly time: Date;
  readonly level: Level;
  readonly server: string;
  readonly message: string;
  /** Present together with `text` if other code looks for this event. */
  readonly code?: LogCode;
  /** The message without its lead, such as `stderr: `. */
  readonly text?: string;
}

/** Code of lines without an event code. */
const NO_EVENT = 'other';

type Level = 'debug' | 'info' | 'warning' | 'error';

const LONGEST_MESSAGE = 16 * 1024;

/** Appends an entry. Ignores write errors: logging must not break anything else. */
export function appendServerLog(host: Host, entry: Omit<ServerLogEntry, 'time'>): void {
  const { server, level, message, code, text } = entry;
  const said = code && text !== undefined ? { code, text: cut(text) } : { code: NO_EVENT, message: cut(message) };
  filesOf(host).append(server, [{ time: host.now().toISOString(), level, server, ...said }]);
}

/** Log entries of some or all servers, oldest first, without damaged lines. */
export async function readServerLog(host: Host, query: LogQuery = {}): Promise<ServerLogEntry[]> {
  return filesOf(host).read(query);
}

/** Log entries from now on or from `since`, until the signal aborts. */
export async function* followServerLog(host: Host, options: FollowOptions = {}): AsyncGenerator<ServerLogEntry> {
  yield* filesOf(host).follow({ ...options, since: options.since ?? host.now() });
}

function filesOf(host: Host): LogFiles<ServerLogEntry> {
  return new LogFiles(host, 'logs', ({ level, ...line }) => {
    const said = saidIn(line);
    return said && { level: isLevel(level) ? level : 'info', ...said };
  });
}

/** Lines of versions before 0.2 have no code and start with the lead of their event. */
function saidIn({ code, text, message }: Record<string, unknown>): LogEvent | { message: string } | undefined {
  if (typeof text === 'string') return isLogCode(code) ? logEvent(code, text) : { message: text };
  if (typeof message !== 'string') return undefined;
  return (code === undefined && eventInOldLine(message)) || { message };
}

function cut(text: string): string {
  return text.slice(0, LONGEST_MESSAGE);
}

function isLevel(value: unknown): value is Level {
  return ['debug', 'info', 'warning', 'error'].includes(String(value));
}
