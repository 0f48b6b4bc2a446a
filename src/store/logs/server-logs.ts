import type { Host } from '../../model/host.ts';
import { type FollowOptions, LogFiles, type LogQuery } from './log-files.ts';

export type { FollowOptions, LogQuery } from './log-files.ts';

/** One thing that happened with a server, with secrets masked already. */
export interface ServerLogEntry {
  readonly time: Date;
  readonly level: Level;
  readonly server: string;
  readonly message: string;
}

type Level = 'debug' | 'info' | 'warning' | 'error';

const LONGEST_MESSAGE = 16 * 1024;

/** Notes what happened with a server. What cannot be noted is not: that must not keep anything from working. */
export function appendServerLog(host: Host, entry: Omit<ServerLogEntry, 'time'>): void {
  const { server, level, message } = entry;
  const line = { time: host.now().toISOString(), level, server, message: message.slice(0, LONGEST_MESSAGE) };
  filesOf(host).append(server, [line]);
}

/** What happened with some servers or all of them, the oldest first. What is damaged is left out. */
export async function readServerLog(host: Host, query: LogQuery = {}): Promise<ServerLogEntry[]> {
  return filesOf(host).read(query);
}

/** What happens with some servers or all of them from now on, or since then, until the signal says that it is enough. */
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
