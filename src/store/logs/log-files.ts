import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { codeOf, isAbsence } from '../read/reason.ts';
import { stateFile } from '../state/places.ts';
import { makeOwnDirectoryAtOnce } from '../state/secure-directory.ts';
import { followTails } from './follow-tails.ts';
import { LogTail } from './log-tail.ts';

export interface LogQuery {
  /** All of them when absent. */
  readonly servers?: readonly string[];
  /** Nothing older than this. */
  readonly since?: Date;
}

export interface FollowOptions extends LogQuery {
  /** Ends it. */
  readonly signal?: AbortSignal;
}

interface Entry {
  readonly time: Date;
  readonly server: string;
}

/** Takes what a line says beside the time and the server; undefined when it is damaged. */
type Parse<E> = (line: Readonly<Record<string, unknown>>) => Omit<E, 'time' | 'server'> | undefined;

/** A file that has grown to this is put aside in place of the one put aside before. */
const MOST_BYTES = 1024 * 1024;
const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
const ASIDE = '.1.jsonl';
/** The lock is held for two system calls. */
const LOCK_EXPIRES_MS = 10_000;

/** A log of JSON lines, two files of at most one megabyte for each server, in a directory of the state. */
export class LogFiles<E extends Entry> {
  readonly #host: Host;
  readonly #directory: string;
  readonly #parse: Parse<E>;

  constructor(host: Host, directory: string, parse: Parse<E>) {
    this.#host = host;
    this.#directory = stateFile(host, directory);
    this.#parse = parse;
  }

  /** What cannot be written is not: that must not keep anything from working. */
  append(server: string, lines: readonly object[]): void {
    try {
      makeOwnDirectoryAtOnce(this.#host, this.#directory);
      append(this.#pathOf(server), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    } catch {
      // The disk is full or read-only, the directory is another user's, or another process is just putting the file aside.
    }
  }

  /** Of some servers or all of them, the oldest first. What is damaged is left out. */
  read(query: LogQuery): E[] {
    const paths = this.#pathsOf(query);
    return this.#entriesIn(linesOf([...paths.map(asideOf), ...paths]), query);
  }

  /** What is appended from now on, or since then, until the signal says that it is enough. */
  async *follow(query: FollowOptions & { readonly since: Date }): AsyncGenerator<E> {
    yield* this.#entriesIn(linesOf(this.#pathsOf(query).map(asideOf)), query);
    for await (const lines of followTails(this.#directory, () => this.#pathsOf(query), query.signal))
      yield* this.#entriesIn(lines, query);
  }

  /** A name may be anything; what it begins with is for people who look into the directory. */
  #pathOf(server: string): string {
    const hash = createHash('sha256').update(server).digest('hex').slice(0, 16);
    const beginning = server.replaceAll(/[^\w-]+/g, '-').slice(0, 40);
    return `${this.#directory}/${beginning}-${hash}.jsonl`;
  }

  /** The files that are written to. */
  #pathsOf({ servers }: LogQuery): string[] {
    if (servers) return servers.map((server) => this.#pathOf(server));
    const names = namesIn(this.#directory).filter((name) => name.endsWith('.jsonl'));
    return [...new Set(names.map((name) => `${this.#directory}/${name.replace(ASIDE, '.jsonl')}`))];
  }

  #entriesIn(lines: readonly string[], { servers, since }: LogQuery): E[] {
    return lines
      .flatMap((line) => this.#entryIn(line))
      .filter(({ server, time }) => (!servers || servers.includes(server)) && (!since || time >= since))
      .toSorted((a, b) => a.time.getTime() - b.time.getTime());
  }

  #entryIn(text: string): E[] {
    try {
      const line = JSON.parse(text) as Record<string, unknown>;
      const { server } = line;
      const time = new Date(String(line['time']));
      const rest = this.#parse(line);
      if (Number.isNaN(time.getTime()) || typeof server !== 'string' || !rest) return [];
      return [{ ...rest, time, server } as E];
    } catch {
      return [];
    }
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isAbsence(error)) return [];
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
function append(path: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows does not have the last two, and nothing is added then. A pipe that is not read must not stop the program.
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const { size, ino } = fstatSync(file);
    if (size === 0) forgetOld(dirname(path));
    writeSync(file, text);
    if (size + text.length >= MOST_BYTES) putAside(path, ino);
  } finally {
    closeSync(file);
  }
}

/**
 * Puts a file aside unless another process has done so. Between a look at the file and its renaming another process could
 * put it aside and begin a new one, which would then replace it, so only one process at a time may do this.
 */
function putAside(path: string, ino: number): void {
  const lock = path.replace(/\.jsonl$/, '.lock');
  if (!isTaken(lock)) return;
  try {
    if (statSync(path).ino === ino) renameSync(path, asideOf(path));
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the lock is ours now. If not, the file grows until the next entry. One of a killed process is removed. */
function isTaken(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const found = statSync(lock, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > LOCK_EXPIRES_MS) rmSync(lock, { force: true });
    return false;
  }
}

/** Logs of servers that no longer exist are of no use. */
function forgetOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = `${directory}/${name}`;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > FORGET_AFTER_MS) rmSync(path, { force: true });
  }
}
