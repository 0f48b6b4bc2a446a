import type { Host } from '../../model/host.ts';
import { type FollowOptions, LogFiles, type LogQuery } from './log-files.ts';

/** A finished tool call: names and numbers, never arguments or results. */
export interface CallLogEntry {
  readonly time: Date;
  readonly server: string;
  /** Name at the server, with secrets masked. */
  readonly tool: string;
  readonly outcome: CallOutcome;
  readonly ms: number;
  /** Size of the arguments as JSON, in bytes. */
  readonly bytesIn: number;
  /** Size of the result; 0 if there is none. */
  readonly bytesOut: number;
  /** The part of Plugboard that made the call. */
  readonly by: Caller;
}

const outcomes = ['ok', 'tool-error', 'error', 'cancelled', 'timeout', 'refused'] as const;
export type CallOutcome = (typeof outcomes)[number];

const callers = ['cli', 'page', 'gateway', 'library'] as const;
export type Caller = (typeof callers)[number];

export interface CallLog {
  note(call: Omit<CallLogEntry, 'time' | 'by'>): void;
  /** Writes pending lines. */
  flush(): void;
}

/** Lines are batched, so that a call does not wait for the disk. */
const WRITE_AFTER_MS = 200;
const MOST_UNWRITTEN = 500;
const LONGEST_NAME = 256;

export function openCallLog(host: Host, by: Caller, mask: (text: string) => string): CallLog {
  const files = filesOf(host);
  let unwritten: CallLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = unwritten;
    unwritten = [];
    for (const name of new Set(lines.map(({ server }) => server)))
      files.append(
        name,
        lines.filter(({ server }) => server === name),
      );
  };
  return {
    note({ tool, ms, ...call }) {
      const name = mask(tool).slice(0, LONGEST_NAME);
      unwritten.push({ time: host.now().toISOString(), ...call, tool: name, ms: Math.round(ms), by });
      if (unwritten.length >= MOST_UNWRITTEN) flush();
      else timer ??= setTimeout(flush, WRITE_AFTER_MS).unref();
    },
    flush,
  };
}

type CallLine = Omit<CallLogEntry, 'time'> & { readonly time: string };

/** Tool calls of some or all servers, oldest first. */
export async function readCallLog(host: Host, query: LogQuery = {}): Promise<CallLogEntry[]> {
  return filesOf(host).read(query);
}

/** Tool calls that finish from now on or from `since`, until the signal aborts. */
export async function* followCallLog(host: Host, options: FollowOptions = {}): AsyncGenerator<CallLogEntry> {
  yield* filesOf(host).follow({ ...options, since: options.since ?? host.now() });
}

function filesOf(host: Host): LogFiles<CallLogEntry> {
  return new LogFiles(host, 'calls', ({ tool, outcome, ms, bytesIn, bytesOut, by }) => {
    const [how, who] = [outcomes.find((one) => one === outcome), callers.find((one) => one === by)];
    if (typeof tool !== 'string' || !how || !who) return undefined;
    return { tool, outcome: how, ms: figure(ms), bytesIn: figure(bytesIn), bytesOut: figure(bytesOut), by: who };
  });
}

function figure(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
