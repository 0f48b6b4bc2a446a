import type { Host } from '../../model/host.ts';
import { type CallLogEntry, followCallLog, readCallLog } from '../../store/logs/call-log.ts';
import type { FollowOptions, LogQuery, ServerLogEntry } from '../../store/logs/server-logs.ts';

/** A call as a log line; `data` is for JSON output. */
export interface CallLine extends ServerLogEntry {
  readonly data: Omit<CallLogEntry, 'time'>;
}

export async function readCalls(host: Host, query: LogQuery): Promise<CallLine[]> {
  return (await readCallLog(host, query)).map(lineOf);
}

export async function* followCalls(host: Host, options: FollowOptions): AsyncGenerator<CallLine> {
  for await (const call of followCallLog(host, options)) yield lineOf(call);
}

function lineOf({ time, ...data }: CallLogEntry): CallLine {
  const { server, tool, outcome, ms, bytesIn, bytesOut, by } = data;
  const message = `${tool}: ${outcome}, ${ms} ms, ${bytesIn} B in, ${bytesOut} B out, by ${by}`;
  return { time, level: outcome === 'ok' ? 'info' : 'error', server, message, data };
}
