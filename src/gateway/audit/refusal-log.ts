import type { AuditLog } from './audit-log.ts';

const COUNTED_FOR_MS = 60_000;
const MOST_ADDRESSES = 64;
const OTHERS = 'other addresses';

interface Refused {
  readonly status: number;
  readonly from: string;
  /** Since the line that told of the first. */
  more: number;
}

/**
 * Notes requests that were refused. The first of an address is noted at once, further ones are counted and noted together
 * after a minute: those who have no token must not be able to fill the log.
 */
export class RefusalLog {
  readonly #log: AuditLog;
  readonly #refused = new Map<string, Refused>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: AuditLog) {
    this.#log = log;
  }

  note(status: number, address: string): void {
    const from = this.#refused.size < MOST_ADDRESSES || this.#refused.has(`${status} ${address}`) ? address : OTHERS;
    const known = this.#refused.get(`${status} ${from}`);
    if (known) {
      known.more += 1;
      return;
    }
    this.#refused.set(`${status} ${from}`, { status, from, more: 0 });
    this.#log.note({ event: 'refused', status, from });
    this.#timer ??= setTimeout(() => this.close(), COUNTED_FOR_MS).unref();
  }

  /** Notes what was counted. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { status, from, more } of this.#refused.values()) {
      if (more > 0) this.#log.note({ event: 'refused', status, from, more });
    }
    this.#refused.clear();
  }
}
