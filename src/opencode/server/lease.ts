import { randomUUID } from 'node:crypto';
import type { Host } from '../../model/host.ts';

/** A client of ours, which counts while its process is there. */
export interface Lease {
  readonly id: string;
  readonly pid: number;
  /** When the process started, as the system tells it; empty where it does not. */
  readonly start: string;
}

export function newLease({ processes }: Host): Lease {
  return { id: randomUUID(), pid: processes.own, start: processes.startOf(processes.own) ?? '' };
}

/** Whether a process is still the one that was noted. */
export function isRunning({ processes }: Host, { pid, start }: Pick<Lease, 'pid' | 'start'>): boolean {
  return pid > 0 && processes.startOf(pid) === start;
}
