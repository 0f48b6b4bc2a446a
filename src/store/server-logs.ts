import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '../model/host.ts';
import { followTails } from './follow-tails.ts';
import { LogTail } from './log-tail.ts';
import { stateFile } from './places.ts';
import { codeOf } from './reason.ts';

/** One thing that happened with a server, with secrets masked already. */
export interface ServerLogEntry {
  readonly time: Date;
  readonly level: Level;
  readonly server: string;
  readonly message: string;
}

type Level = 'debug' | 'info' | 'warning' | 'error';

export interface LogQuery {
  /** All of them when absent. */
  readonly servers?: readonly string[];
  /** Nothing older than this. */
  readonly since?: Date;
}

/** A file that has grown to this is put aside in place of the one put aside before. */
const MOST_BYTES = 1024 * 1024;
const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
const LONGEST_MESSAGE = 16 * 1024;
const ASIDE = '.1.jsonl';

/** Notes what happened with a server. What cannot be noted is not: that must not keep anything from working. */
export function appendServerLog(host: Host, entry: Omit<ServerLogEntry, 'time'>): void {
  const { server, level, message } = entry;
  const line = { time: host.now().toISOString(), level, server, message: message.slice(0, LONGEST_MESSAGE) };
  const path = pathOf(host, server);
  try {
    mkdirSync(directoryOf(host), { recursive: true, mode: 0o700 });
    append(path, `${JSON.stringify(line)}\n`);
  } catch {
    // The disk is full or read-only, or another process is just putting the file aside.
  }
}

/** What happened with some servers or all of them, the oldest first. What is damaged is left out. */
export async function readServerLog(host: Host, query: LogQuery = {}): Promise<ServerLogEntry[]> {
  const paths = pathsOf(host, query);
  return entriesIn(linesOf([...paths.map(asideOf), ...paths]), query);
}

export interface FollowOptions extends LogQuery {
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** What happens with some servers or all of them from now on, or since then, until the signal says that it is enough. */
export async function* followServerLog(host: Host, options: FollowOptions = {}): AsyncGenerator<ServerLogEntry> {
  const query = { ...options, since: options.since ?? host.now() };
  yield* entriesIn(linesOf(pathsOf(host, query).map(asideOf)), query);
  for await (const lines of followTails(directoryOf(host), () => pathsOf(host, query), options.signal)) {
    yield* entriesIn(lines, query);
  }
}

function directoryOf(host: Host): string {
  return stateFile(host, 'logs');
}

/** A name may be anything; what it begins with is for people who look into the directory. */
function pathOf(host: Host, server: string): string {
  const hash = createHash('sha256').update(server).digest('hex').slice(0, 16);
  const beginning = server.replaceAll(/[^\w-]+/g, '-').slice(0, 40);
  return `${directoryOf(host)}/${beginning}-${hash}.jsonl`;
}

/** The files that are written to. */
function pathsOf(host: Host, { servers }: LogQuery): string[] {
  if (servers) return servers.map((server) => pathOf(host, server));
  const directory = directoryOf(host);
  const names = namesIn(directory).filter((name) => name.endsWith('.jsonl'));
  return [...new Set(names.map((name) => `${directory}/${name.replace(ASIDE, '.jsonl')}`))];
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function linesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const tail = new LogTail(path);
    try {
      return tail.read();
    } finally {
      tail.close();
    }
  });
}

function asideOf(path: string): string {
  return path.replace(/\.jsonl$/, ASIDE);
}

/** One write at the end of the file, which no other process can get in between of. */
function append(path: string, line: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows does not have the last two, and nothing is added then. A pipe that is not read must not stop the program.
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const { size, ino } = fstatSync(file);
    if (size === 0) forgetOld(dirname(path));
    writeSync(file, line);
    // Another process may have put it aside just now.
    if (size + line.length >= MOST_BYTES && statSync(path).ino === ino) renameSync(path, asideOf(path));
  } finally {
    closeSync(file);
  }
}

/** Servers come and go, and nobody asks for the logs of those that are gone. */
function forgetOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = `${directory}/${name}`;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > FORGET_AFTER_MS) rmSync(path, { force: true });
  }
}

function entriesIn(lines: readonly string[], { servers, since }: LogQuery): ServerLogEntry[] {
  const entries = lines.flatMap(parseLine);
  return entries
    .filter(({ server, time }) => (!servers || servers.includes(server)) && (!since || time >= since))
    .toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

function parseLine(text: string): ServerLogEntry[] {
  try {
    const { time, level, server, message } = JSON.parse(text) as Record<string, unknown>;
    const at = new Date(String(time));
    if (Number.isNaN(at.getTime()) || typeof server !== 'string' || typeof message !== 'string') return [];
    return [{ time: at, level: isLevel(level) ? level : 'info', server, message }];
  } catch {
    return [];
  }
}

function isLevel(value: unknown): value is Level {
  return ['debug', 'info', 'warning', 'error'].includes(String(value));
}
