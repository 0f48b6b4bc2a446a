import type { Host } from '../model/host.ts';

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

/** Nothing is written for so long. Of another machine nothing better can be known. */
const LONGEST_ELSEWHERE = 60 * 60 * 1000;

export function ownerHere(host: Host): LockOwner {
  const { own, machine, startOf } = host.processes;
  const nonce = `${process.hrtime.bigint().toString(36)}-${Math.random().toString(36).slice(2)}`;
  return { pid: own, machine, start: startOf(own) ?? '', time: host.now().toISOString(), nonce };
}

export function parseOwner(text: string): LockOwner | undefined {
  try {
    const { pid, machine, start, time, nonce } = JSON.parse(text) as Partial<LockOwner>;
    if (typeof pid !== 'number' || typeof machine !== 'string' || typeof start !== 'string') return undefined;
    return typeof time === 'string' && typeof nonce === 'string' ? { pid, machine, start, time, nonce } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process is gone, so that it cannot be about to write. */
export function isGone(host: Host, owner: Pick<LockOwner, 'machine' | 'pid' | 'start' | 'time'>): boolean {
  if (owner.machine !== host.processes.machine)
    return host.now().getTime() - Date.parse(owner.time) > LONGEST_ELSEWHERE;
  const start = host.processes.startOf(owner.pid);
  if (start === undefined) return true;
  return start !== '' && owner.start !== '' && start !== owner.start;
}
