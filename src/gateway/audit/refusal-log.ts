import type { AuditLog } from './audit-log.ts';

const COUNTED_FOR_MS = 60_000;
const MAX_ADDRESSES = 64;
const OTHERS = 'other addresses';

interface RefusedCount {
  readonly status: number;
  readonly from: string;
  /** Rejections since the first one was logged. */
  more: number;
}

/**
 * Logs rejected requests. The first of an address is logged at once, further ones are counted and logged once a minute,
 * so unauthenticated clients cannot fill the log.
 */
export class RefusalLog {
  readonly #log: AuditLog;
  readonly #refused = new Map<string, RefusedCount>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: AuditLog) {
    this.#log = log;
  }

  note(status: number, address: string): void {
    const from = this.#refused.size < MAX_ADDRESSES || this.#refused.has(`${status} ${address}`) ? address : OTHERS;
    const known = this.#refused.get(`${status} ${from}`);
    if (known) {
      known.more += 1;
      return;
    }
    this.#refused.set(`${status} ${from}`, { status, from, more: 0 });
    this.#log.note({ event: 'refused', status, from });
    this.#timer ??= setTimeout(() => this.close(), COUNTED_FOR_MS).unref();
  }

  /** Logs the counts. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { status, from, more } of this.#refused.values()) {
      if (more > 0) this.#log.note({ event: 'refused', status, from, more });
    }
    this.#refused.clear();
  }
}
