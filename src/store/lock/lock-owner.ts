import type { Host } from '../../model/host.ts';

/** The holder of a lock, as recorded in the lock file. */
export interface LockOwner {
  readonly pid: number;
  readonly machine: string;
  /** Start time of the process. */
  readonly start: string;
  /** When it acquired the lock. */
  readonly time: string;
  /** Makes the text of every lock unique. */
  readonly nonce: string;
}

/** No write takes this long. Used where a process cannot be identified reliably. */
const LONGEST_MS = 60 * 60 * 1000;

export function ownerHere(host: Host): LockOwner {
  const { own, machine, startOf } = host.processes;
  const nonce = `${process.hrtime.bigint().toString(36)}-${Math.random().toString(36).slice(2)}`;
  return { pid: own, machine, start: startOf(own) ?? '', time: host.now().toISOString(), nonce };
}

export function parseOwner(text: string): LockOwner | undefined {
  try {
    const { pid, machine, start, time, nonce } = JSON.parse(text) as Partial<LockOwner>;
    if (!isProcessId(pid) || typeof machine !== 'string' || typeof start !== 'string') return undefined;
    return typeof time === 'string' && typeof nonce === 'string' ? { pid, machine, start, time, nonce } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text is the beginning of a lock, or empty, so that a process may be writing it. */
export function isUnfinishedLock(text: string): boolean {
  return LOCK_START.startsWith(text.slice(0, LOCK_START.length));
}

const LOCK_START = '{"pid":';

/** The system interprets other numbers as process groups. */
function isProcessId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Whether the owning process has exited, so that it cannot write any more. */
export function isGone(host: Host, owner: Pick<LockOwner, 'machine' | 'pid' | 'start' | 'time'>): boolean {
  if (owner.machine !== host.processes.machine) return isOutdated(host, owner.time);
  const start = host.processes.startOf(owner.pid);
  if (start === undefined) return true;
  // The pid may have been reused, and the system does not report the start time.
  if (start === '' || owner.start === '') return isOutdated(host, owner.time);
  return start !== owner.start;
}

/** Clocks differ by minutes. A missing date or one far in the future comes from a broken clock. */
function isOutdated(host: Host, time: string): boolean {
  const distance = Math.abs(host.now().getTime() - Date.parse(time));
  return !(distance <= LONGEST_MS);
}
