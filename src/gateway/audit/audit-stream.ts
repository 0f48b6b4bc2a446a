import type { SharedState } from '../state/gateway-state.ts';
import { type AuditLog, type AuditOptions, onceUntilFine, openAuditLog } from './audit-log.ts';

export interface AuditStreamOptions extends Pick<AuditOptions, 'mask' | 'now' | 'onFault'> {
  /** The stream keeps about as many. */
  readonly entries: number;
}

/** Kept while the store cannot be reached. Then the oldest are lost, and an entry says how many. */
const MAX_WAITING = 10_000;
const MAX_WAITING_LENGTH = 16 * 1024 * 1024;
const AT_ONCE = 500;

/** An audit log in the shared state. Entries that are sent again after a broken connection may be there twice. */
export function openAuditStream(shared: SharedState, options: AuditStreamOptions): AuditLog {
  const { entries, now = () => new Date() } = options;
  const report = onceUntilFine(options.onFault);
  const waiting: string[] = [];
  let [length, lost] = [0, 0];
  let sending: Promise<void> | undefined;

  const add = (line: string): void => {
    waiting.push(line);
    length += line.length;
    while (waiting.length > MAX_WAITING || length > MAX_WAITING_LENGTH) {
      length -= waiting.shift()?.length ?? 0;
      lost += 1;
    }
  };
  const next = (): string[] => {
    if (lost > 0) waiting.unshift(JSON.stringify({ time: now().toISOString(), event: 'entries-lost', more: lost }));
    lost = 0;
    const some = waiting.splice(0, AT_ONCE);
    for (const line of some) length -= line.length;
    return some;
  };
  const send = async (): Promise<void> => {
    while (waiting.length > 0 && shared.isReachable) {
      const some = next();
      try {
        await shared.appendAudit(some, entries);
        report(undefined);
      } catch (error) {
        // The gateway itself reports a store that cannot be reached.
        if (shared.isReachable) report(error);
        waiting.unshift(...some);
        for (const line of some) length += line.length;
        return;
      }
    }
  };
  const start = (): void => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
  };
  const stop = shared.onReachable(start);
  const log = openAuditLog({
    ...options,
    path: (lines) => {
      for (const line of lines.trimEnd().split('\n')) add(line);
      start();
    },
  });
  return {
    note: (entry) => log.note({ replica: shared.replica, ...entry }),
    async close() {
      log.close();
      await sending;
      stop();
    },
  };
}

/** Writes each entry to several logs. */
export function joinAuditLogs(logs: readonly AuditLog[]): AuditLog {
  return {
    note: (entry) => logs.forEach((log) => log.note(entry)),
    close: async () => void (await Promise.all(logs.map(async (log) => log.close()))),
  };
}
