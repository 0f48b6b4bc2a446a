import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The ids of running processes whose command line holds a text, this one left out. */
export function processesWith(marker: string): number[] {
  return (process.platform === 'linux' ? fromProc() : fromPs())
    .filter(([pid, line]) => pid !== process.pid && line.includes(marker))
    .map(([pid]) => pid);
}

function fromProc(): [pid: number, commandLine: string][] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [[Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8')]] : [];
    } catch {
      return []; // Ended just now.
    }
  });
}

function fromPs(): [pid: number, commandLine: string][] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => [Number.parseInt(line, 10), line]);
}

/** Polls for a state that has no event. */
export async function until(condition: () => boolean, what: string, withinMs = 60_000): Promise<void> {
  for (const end = Date.now() + withinMs; !condition();) {
    if (Date.now() > end) throw new Error(`${what} did not happen.`);
    await sleep(10);
  }
}

let count = 0;

/** A text that no other process has in its command line. */
export function newMarker(): string {
  count += 1;
  return `marker-${process.pid}-${count}-${Math.random().toString(36).slice(2)}`;
}
