import type { ChildProcess } from 'node:child_process';
import { endTree, endTreeAtOnce } from './end-tree.ts';

const running = new Set<ChildProcess>();
let watching = false;

/** Kills the program when this process exits. */
export function killOnExit(child: ChildProcess): void {
  running.add(child);
  child.once('close', () => running.delete(child));
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const one of running) killProgram(one, endTreeAtOnce);
  });
}

/** Kills a program with all its descendants. On Unix it must lead its own process group. */
export function killProgram(child: ChildProcess, onWindows: (pid: number) => unknown = endTree): void {
  running.delete(child);
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    void onWindows(child.pid);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}
