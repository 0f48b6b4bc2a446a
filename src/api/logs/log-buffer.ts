import { compareNames } from '../../model/server-name.ts';
import { followServerLog, readServerLog, type ServerLogEntry } from '../../store/logs/server-logs.ts';
import type { ApiContext } from '../api-context.ts';
import type { LogLine, LogsAnswer } from '../contract/logs.ts';
import { lineOfEntry, lineOfTraffic, type NewLine } from './log-lines.ts';

/** As many lines as the page keeps. */
const MOST_LINES = 100_000;
/** Lines within this interval are sent together. */
const GATHER_MS = 100;
const MOST_IN_EVENT = 500;

export interface LogQuery {
  readonly server?: string;
  readonly since?: Date;
  readonly limit: number;
}

/**
 * Log events of servers from all processes, and protocol messages sent from here. The log on disk is read on first use
 * and followed from then on.
 */
export class LogBuffer {
  readonly #api: ApiContext;
  #lines: LogLine[] = [];
  /** Lines recorded before the log on disk was read. */
  #early: NewLine[] = [];
  #opened: Promise<void> | undefined;
  #isOpen = false;
  #number = 0;
  #told = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(api: ApiContext) {
    this.#api = api;
    api.onTraffic((server, traffic) => {
      const line = lineOfTraffic(server, traffic, api.host.now());
      if (line) this.#take(line);
    });
  }

  async read({ server, since, limit }: LogQuery): Promise<LogsAnswer> {
    this.#opened ??= this.#open();
    await this.#opened;
    const after = since?.toISOString() ?? '';
    const wanted = this.#lines.filter((line) => (server === undefined || line.server === server) && line.at >= after);
    const servers = [...new Set(this.#lines.map((line) => line.server))].toSorted(compareNames);
    return { lines: wanted.slice(-limit), servers, isCut: wanted.length > limit };
  }

  async #open(): Promise<void> {
    const { host } = this.#api;
    const started = host.now();
    const entries = await readServerLog(host);
    const known = [...entries.map(lineOfEntry), ...this.#early].toSorted((a, b) => (a.at < b.at ? -1 : 1));
    this.#isOpen = true;
    this.#early = [];
    for (const line of known.slice(-MOST_LINES)) this.#keep(line);
    this.#told = this.#number;
    void this.#follow(entries, started);
  }

  /** Lines with the same timestamp as the last line read may already have been read. */
  async #follow(read: readonly ServerLogEntry[], started: Date): Promise<void> {
    const { host, closing } = this.#api;
    const since = read.at(-1)?.time ?? started;
    const known = new Set(read.filter(({ time }) => time >= since).map(keyOf));
    for await (const entry of followServerLog(host, { since, signal: closing }))
      if (!known.has(keyOf(entry))) this.#take(lineOfEntry(entry));
  }

  #take(line: NewLine): void {
    if (!this.#isOpen) {
      this.#early.push(line);
      if (this.#early.length > MOST_LINES) this.#early.splice(0, MOST_LINES / 10);
      return;
    }
    this.#keep(line);
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#tell(), GATHER_MS).unref();
  }

  #keep(line: NewLine): void {
    this.#number += 1;
    this.#lines.push({ id: this.#number, ...line });
    // In batches: removing single lines would shift the whole array each time.
    if (this.#lines.length > 1.1 * MOST_LINES) this.#lines.splice(0, this.#lines.length - MOST_LINES);
  }

  #tell(): void {
    this.#timer = undefined;
    const fresh = this.#lines.slice(this.#lines.findLastIndex(({ id }) => id <= this.#told) + 1);
    this.#told = this.#number;
    for (let at = 0; at < fresh.length; at += MOST_IN_EVENT)
      this.#api.events.publish({ type: 'log', lines: fresh.slice(at, at + MOST_IN_EVENT) });
  }
}

function keyOf({ time, level, server, message }: ServerLogEntry): string {
  return JSON.stringify([time.getTime(), level, server, message]);
}
