import type { Host } from '../../model/host.ts';

/** Who holds the lock, as it says itself. */
export interface LockOwner {
  readonly pid: number;
  readonly machine: string;
  /** Of the process. */
  readonly start: string;
  /** When it took the lock. */
  readonly time: string;
  /** Makes the text of every lock another one. */
  readonly nonce: string;
}

/** Nothing is written for so long. Where a process cannot be recognized, nothing better can be known. */
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

/** The system takes other numbers for groups of processes. */
function isProcessId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Whether the process is gone, so that it cannot be about to write. */
export function isGone(host: Host, owner: Pick<LockOwner, 'machine' | 'pid' | 'start' | 'time'>): boolean {
  if (owner.machine !== host.processes.machine) return isOutdated(host, owner.time);
  const start = host.processes.startOf(owner.pid);
  if (start === undefined) return true;
  // Another process may have the number by now, and the system does not tell.
  if (start === '' || owner.start === '') return isOutdated(host, owner.time);
  return start !== owner.start;
}

/** Clocks differ by minutes. What is dated far in the future, or not at all, was dated by a broken one. */
function isOutdated(host: Host, time: string): boolean {
  const distance = Math.abs(host.now().getTime() - Date.parse(time));
  return !(distance <= LONGEST_MS);
}
