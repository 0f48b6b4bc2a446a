import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import type { Traffic } from '../../runtime/connect/session/traffic.ts';
import type { ServerLogEntry } from '../../store/logs/server-logs.ts';
import type { LogLine } from '../contract/logs.ts';

/** A line without a sequence number. */
export type NewLine = Omit<LogLine, 'id'>;

/** A line of the log on disk, classified by its origin. */
export function lineOfEntry({ time, level, server, message, code, text = message }: ServerLogEntry): NewLine {
  const isOutput = code === 'stderr' || code === 'notification';
  const stream = isOutput ? code : 'event';
  return { at: time.toISOString(), server, level, stream, text: shown(maskLine(isOutput ? text : message)) };
}

/** A protocol message. Undefined for messages that are also in the log on disk. */
export function lineOfTraffic(server: string, traffic: Traffic, at: Date): NewLine | undefined {
  const { kind, from, method, pair, ms, isError, text } = traffic;
  if (kind === 'notification' && method === 'notifications/message') return undefined;
  return {
    at: at.toISOString(),
    server,
    level: isError ? 'error' : 'debug',
    stream: kind === 'notification' && from === 'server' ? 'notification' : 'protocol',
    // Already masked value by value; masking the whole text could break the JSON.
    text: shown(`${method} ${text}`.trim()),
    from,
    ...(kind !== 'notification' && { direction: kind }),
    ...(pair !== undefined && { pair }),
    ...(ms !== undefined && { ms }),
  };
}

function shown(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line) => visible(line.replaceAll('\t', '  ')))
    .join('\n');
}
