import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import type { Traffic } from '../../runtime/connect/session/traffic.ts';
import type { ServerLogEntry } from '../../store/logs/server-logs.ts';
import type { LogLine } from '../contract/logs.ts';

/** A line that has no number yet. */
export type NewLine = Omit<LogLine, 'id'>;

/** What the log on disk says, sorted by where it came from. */
export function lineOfEntry({ time, level, server, message }: ServerLogEntry): NewLine {
  const [lead, stream] = leads.find(([one]) => message.startsWith(one)) ?? ['', 'event' as const];
  return { at: time.toISOString(), server, level, stream, text: shown(maskLine(message.slice(lead.length))) };
}

/** How the runtime begins what comes from a server itself, so that nobody else can put words into its mouth. */
const leads: readonly (readonly [lead: string, stream: LogLine['stream']])[] = [
  ['stderr: ', 'stderr'],
  ['log: ', 'notification'],
];

/** A message between us and a server. Undefined for what is in the log on disk as well. */
export function lineOfTraffic(server: string, traffic: Traffic, at: Date): NewLine | undefined {
  const { kind, from, method, pair, ms, isError, text } = traffic;
  if (kind === 'notification' && method === 'notifications/message') return undefined;
  return {
    at: at.toISOString(),
    server,
    level: isError ? 'error' : 'debug',
    stream: kind === 'notification' && from === 'server' ? 'notification' : 'protocol',
    // Masked value by value already; as one text it would no longer be JSON.
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
