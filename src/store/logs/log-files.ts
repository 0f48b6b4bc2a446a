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
import { codeOf, isNotFound } from '../read/reason.ts';
import { stateFile } from '../state/places.ts';
import { makeOwnDirectoryAtOnce } from '../state/secure-directory.ts';
import { followTails } from './follow-tails.ts';
import { LogTail } from './log-tail.ts';

export interface LogQuery {
  /** All servers if absent. */
  readonly servers?: readonly string[];
  /** Only entries from this time on. */
  readonly since?: Date;
}

export interface FollowOptions extends LogQuery {
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

interface Entry {
  readonly time: Date;
  readonly server: string;
}

/** Parses the fields besides time and server; undefined if the line is damaged. */
type Parse<E> = (line: Readonly<Record<string, unknown>>) => Omit<E, 'time' | 'server'> | undefined;

/** Size at which a log is rotated, replacing the previous rotated file. */
const MOST_BYTES = 1024 * 1024;
const DELETE_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
const ROTATED = '.1.jsonl';
/** The lock is held for two system calls. */
const LOCK_EXPIRES_MS = 10_000;

/** A log of JSON lines in the state directory: two files of at most one megabyte per server. */
export class LogFiles<E extends Entry> {
  readonly #host: Host;
  readonly #directory: string;
  readonly #parse: Parse<E>;

  constructor(host: Host, directory: string, parse: Parse<E>) {
    this.#host = host;
    this.#directory = stateFile(host, directory);
    this.#parse = parse;
  }

  /** Ignores write errors: logging must not break anything else. */
  append(server: string, lines: readonly object[]): void {
    try {
      makeOwnDirectoryAtOnce(this.#host, this.#directory);
      append(this.#pathOf(server), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    } catch {
      // The disk is full or read-only, the directory belongs to another user, or another process is rotating the file.
    }
  }

  /** Entries of some or all servers, oldest first, without damaged lines. */
  read(query: LogQuery): E[] {
    const paths = this.#pathsOf(query);
    return this.#entriesIn(linesOf([...paths.map(rotatedPath), ...paths]), query);
  }

  /** Entries appended from now on or from `since`, until the signal aborts. */
  async *follow(query: FollowOptions & { readonly since: Date }): AsyncGenerator<E> {
    yield* this.#entriesIn(linesOf(this.#pathsOf(query).map(rotatedPath)), query);
    for await (const lines of followTails(this.#directory, () => this.#pathsOf(query), query.signal))
      yield* this.#entriesIn(lines, query);
  }

  /** Names may contain any character; the readable prefix is for people who look into the directory. */
  #pathOf(server: string): string {
    const hash = createHash('sha256').update(server).digest('hex').slice(0, 16);
    const beginning = server.replaceAll(/[^\w-]+/g, '-').slice(0, 40);
    return `${this.#directory}/${beginning}-${hash}.jsonl`;
  }

  /** The current (not rotated) files. */
  #pathsOf({ servers }: LogQuery): string[] {
    if (servers) return servers.map((server) => this.#pathOf(server));
    const names = namesIn(this.#directory).filter((name) => name.endsWith('.jsonl'));
    return [...new Set(names.map((name) => `${this.#directory}/${name.replace(ROTATED, '.jsonl')}`))];
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
    if (isNotFound(error)) return [];
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

function rotatedPath(path: string): string {
  return path.replace(/\.jsonl$/, ROTATED);
}

/** A single write in append mode, which other processes cannot interleave. */
function append(path: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows lacks O_NOFOLLOW and O_NONBLOCK, which are then undefined and add nothing. A pipe without a reader must not
  // block.
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const { size, ino } = fstatSync(file);
    if (size === 0) deleteOldLogs(dirname(path));
    writeSync(file, text);
    if (size + text.length >= MOST_BYTES) rotate(path, ino);
  } finally {
    closeSync(file);
  }
}

/**
 * Rotates a log unless another process has done so. Without the lock, another process could rotate it between `stat` and
 * `rename`, and its new file would replace the rotated one.
 */
function rotate(path: string, ino: number): void {
  const lock = path.replace(/\.jsonl$/, '.lock');
  if (!tryLock(lock)) return;
  try {
    if (statSync(path).ino === ino) renameSync(path, rotatedPath(path));
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the lock was acquired. If not, the file grows until the next entry. A stale lock is removed. */
function tryLock(lock: string): boolean {
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

/** Deletes logs of servers that are no longer used. */
function deleteOldLogs(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = `${directory}/${name}`;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > DELETE_AFTER_MS) rmSync(path, { force: true });
  }
}
