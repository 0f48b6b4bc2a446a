import { randomUUID } from 'node:crypto';
import type { Host } from '../../model/host.ts';

/** A lease of one client, valid while its process runs. */
export interface Lease {
  readonly id: string;
  readonly pid: number;
  /** Start time of the process as the OS reports it; empty if it does not. Detects reused PIDs. */
  readonly start: string;
}

export function newLease({ processes }: Host): Lease {
  return { id: randomUUID(), pid: processes.own, start: processes.startOf(processes.own) ?? '' };
}

/** Whether the recorded process is still running. */
export function isRunning({ processes }: Host, { pid, start }: Pick<Lease, 'pid' | 'start'>): boolean {
  return pid > 0 && processes.startOf(pid) === start;
}
