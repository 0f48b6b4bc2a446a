import type { Host } from '../../model/host.ts';
import { type FollowOptions, LogFiles, type LogQuery } from './log-files.ts';

export type { FollowOptions, LogQuery } from './log-files.ts';

/** A log entry of a server, with secrets already masked. */
export interface ServerLogEntry {
  readonly time: Date;
  readonly level: Level;
  readonly server: string;
  readonly message: string;
}

type Level = 'debug' | 'info' | 'warning' | 'error';

const LONGEST_MESSAGE = 16 * 1024;

/** Appends an entry. Ignores write errors: logging must not break anything else. */
export function appendServerLog(host: Host, entry: Omit<ServerLogEntry, 'time'>): void {
  const { server, level, message } = entry;
  const line = { time: host.now().toISOString(), level, server, message: message.slice(0, LONGEST_MESSAGE) };
  filesOf(host).append(server, [line]);
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
  return new LogFiles(host, 'logs', ({ level, message }) =>
    typeof message === 'string' ? { level: isLevel(level) ? level : 'info', message } : undefined,
  );
}

function isLevel(value: unknown): value is Level {
  return ['debug', 'info', 'warning', 'error'].includes(String(value));
}
