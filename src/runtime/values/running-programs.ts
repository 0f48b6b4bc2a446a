import { spawn, type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
let watching = false;

/** What is still running when this process ends is ended with it. */
export function endWithUs(child: ChildProcess): void {
  running.add(child);
  child.once('close', () => running.delete(child));
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const one of running) endProgram(one);
  });
}

/** Ends a program together with everything it has started. On a Unix it has to lead a process group of its own. */
export function endProgram(child: ChildProcess): void {
  running.delete(child);
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () =>
      child.kill(),
    );
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
}
