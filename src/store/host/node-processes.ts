import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Processes } from '../../model/host.ts';
import { readRegularFile } from '../read/read-regular-file.ts';
import { codeOf } from '../read/reason.ts';

export const nodeProcesses: Processes = {
  own: process.pid,
  user: process.getuid?.(),
  // Containers may share a home and a host name, but not a process id namespace.
  machine: [hostname(), quietly(() => readlinkSync('/proc/self/ns/pid'))].filter(Boolean).join(' '),
  startOf(id) {
    return isRunning(id) ? (quietly(() => startInProc(id)) ?? '') : undefined;
  },
  removeAtExit(path, text) {
    const remove = (): void => {
      quietly(() => {
        if (readRegularFile(path).toString() === text) rmSync(path, { force: true });
      });
    };
    process.once('exit', remove);
    return () => process.off('exit', remove);
  },
};

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // Another user's process cannot be signaled, but it exists.
    return codeOf(error) === 'EPERM';
  }
}

/** Linux: boot id and start time. Other systems report it only through slow programs. */
function startInProc(id: number): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  // The second field is the program name in parentheses and may contain spaces. The start time is the 22nd field.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? '' : `${boot}.${ticks}`;
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
