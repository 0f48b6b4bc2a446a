import { type Command, Option } from 'commander';
import { serversHere } from '../../live/servers-here.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import type { Host } from '../../model/host.ts';
import {
  followServerLog,
  type FollowOptions,
  type LogQuery,
  readServerLog,
  type ServerLogEntry,
} from '../../store/logs/server-logs.ts';
import { followCalls, readCalls } from '../logs/call-entries.ts';
import { isAtLeast, type Level, levels, logAsData, LogWords } from '../logs/log-words.ts';
import { parseSince } from '../logs/parse-since.ts';
import { jsonText } from '../output/json-text.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';

interface Options {
  readonly follow?: boolean;
  readonly since?: string;
  readonly level: Level;
  readonly limit: string;
  readonly jsonl?: boolean;
  readonly calls?: boolean;
}

/** A log of server events or of tool calls. */
interface Log {
  readonly read: (host: Host, query: LogQuery) => Promise<ServerLogEntry[]>;
  readonly follow: (host: Host, options: FollowOptions) => AsyncGenerator<ServerLogEntry>;
  /** The message if there are no entries. */
  readonly nothing: string;
}

const events: Log = {
  read: readServerLog,
  follow: followServerLog,
  nothing: 'No log entries. Connect to servers with: plugboard test',
};
const calls: Log = { read: readCalls, follow: followCalls, nothing: 'No tool calls.' };

/** The selection of entries. */
interface Wanted extends LogQuery {
  readonly level: Level;
  /** The maximum number of entries, newest last. */
  readonly most: number;
}

export const setUpLogs: CommandSetup = (command, context) => {
  withExamples(
    command,
    'logs',
    'logs github --since 10m --level warning',
    'logs -f',
    'logs --follow --jsonl',
    'logs --calls github',
  )
    .argument('[server...]', 'servers to show; default: all')
    .option('--calls', 'show tool calls instead: outcome, duration and size, without arguments and results')
    .option('-f, --follow', 'keep printing new entries until Ctrl+C')
    .option('--since <time>', 'age of the oldest entry: 30s, 10m, 2h, 1d, or a date')
    .addOption(new Option('--level <level>', 'lowest level to show').choices(levels).default('debug'))
    .option('-l, --limit <number>', 'maximum number of entries; no limit with --since', '200')
    .option('--jsonl', 'print one JSON object per line')
    .action(async (servers: string[], options: Options) => {
      const { host, output } = context;
      if (options.follow && output.json) command.error('error: --json is one document; use --jsonl with --follow');
      const wanted = wantedBy(servers, options, command, host);
      const log = options.calls ? calls : events;
      const started = host.now();
      const entries = await log.read(host, wanted);
      await checkNames(servers, entries, context);
      const kept = entries.filter(({ level }) => isAtLeast(level, wanted.level));
      const shown = kept.slice(-wanted.most);
      if (output.json) return output.data({ entries: shown.map(logAsData), total: kept.length });
      const print = options.jsonl ? asLines(context) : inWords(context, shown);
      for (const entry of shown) print(entry);
      if (options.follow) return follow(log, { read: entries, started, wanted }, print, context);
      if (shown.length === 0) output.talk(log.nothing);
      if (shown.length < kept.length && !options.jsonl)
        output.talk(output.style('dim', `${kept.length - shown.length} older entries: --limit ${kept.length}`));
    });
};

function wantedBy(servers: string[], { since, level, limit }: Options, command: Command, host: Host): Wanted {
  if (!/^[1-9]\d*$/.test(limit)) command.error(`error: --limit takes a number of at least 1, not '${limit}'`);
  const isGiven = command.getOptionValueSource('limit') !== 'default';
  const most = since === undefined || isGiven ? Number(limit) : Number.POSITIVE_INFINITY;
  const names = servers.length > 0 ? { servers } : {};
  if (since === undefined) return { ...names, level, most };
  const from = parseSince(since, host.now());
  if (!from) return command.error(`error: --since takes a time such as 10m, 2h, 1d or 2026-11-15, not '${since}'`);
  return { ...names, level, most, since: from };
}

/** A removed server may still have log entries; a name without any is an error. */
async function checkNames(
  names: readonly string[],
  entries: readonly ServerLogEntry[],
  { host, output }: CommandContext,
): Promise<void> {
  const unheard = names.filter((name) => !entries.some(({ server }) => server === name));
  if (unheard.length === 0) return;
  const { servers, unusable, unread } = await serversHere(host);
  output.unread(unread, false);
  const known = [...servers, ...unusable].map(({ name }) => name);
  const logged = new Set((await readServerLog(host, { servers: unheard })).map(({ server }) => server));
  const unknown = unheard.find((name) => !known.includes(name) && !logged.has(name));
  if (unknown !== undefined) throw noSuchServer(unknown, known);
}

type Print = (entry: ServerLogEntry) => void;

function asLines({ output }: CommandContext): Print {
  return (entry) => output.raw(`${jsonText(logAsData(entry), 0)}\n`);
}

function inWords({ output }: CommandContext, entries: readonly ServerLogEntry[]): Print {
  const words = new LogWords(
    output,
    entries.map(({ server }) => server),
  );
  return (entry) => output.print(words.of(entry));
}

/** Entries with the same timestamp as the last one may have been read already, so they are deduplicated. */
async function follow(
  log: Log,
  { read, started, wanted }: { read: readonly ServerLogEntry[]; started: Date; wanted: Wanted },
  print: Print,
  { host, output }: CommandContext,
): Promise<void> {
  const since = read.at(-1)?.time ?? started;
  const known = new Set(read.filter(({ time }) => time >= since).map(keyOf));
  const end = new AbortController();
  process.once('SIGINT', () => {
    output.exitCode = ExitCode.interrupted;
    end.abort();
  });
  for await (const entry of log.follow(host, { ...wanted, since, signal: end.signal }))
    if (isAtLeast(entry.level, wanted.level) && !known.has(keyOf(entry))) print(entry);
}

function keyOf({ time, level, server, message }: ServerLogEntry): string {
  return JSON.stringify([time.getTime(), level, server, message]);
}
