import { spawn, spawnSync } from 'node:child_process';
import { systemProgram } from '../../model/shell/system-program.ts';

const hidden = { windowsHide: true, timeout: 10_000 } as const;

/**
 * Ends a process of Windows and all its descendants. Windows has no process groups, and a process that is ended leaves its
 * children running, so they have to be found first.
 */
export async function endTree(pid: number): Promise<void> {
  const code = await new Promise<number | null>((done) => {
    spawn(systemProgram('taskkill', process.env), treeOf(pid), { ...hidden, stdio: 'ignore' })
      .once('error', () => done(null))
      .once('exit', done);
  });
  if (code !== 0) endOneByOne(pid);
}

/** Like `endTree`, for a process that exits and cannot wait. */
export function endTreeAtOnce(pid: number): void {
  const taskkill = systemProgram('taskkill', process.env);
  if (spawnSync(taskkill, treeOf(pid), { ...hidden, stdio: 'ignore' }).status !== 0) endOneByOne(pid);
}

function treeOf(pid: number): string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

/** taskkill fails if it is missing, may not end one of the processes, or, as that of Wine, does not know /T. */
function endOneByOne(pid: number): void {
  if (!isRunning(pid)) return;
  const { stdout } = spawnSync(
    systemProgram('wmic', process.env),
    ['process', 'get', 'ParentProcessId,ProcessId'],
    hidden,
  );
  for (const one of descendantsOf(pid, decode(stdout)).toReversed()) end(one);
  end(pid);
}

/** The processes below one, parents first, in a table with the id of the parent in its first column. */
export function descendantsOf(pid: number, table: string): number[] {
  const rows = [...table.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(([, parent, child]) => [
    Number(parent),
    Number(child),
  ]);
  const found = [pid];
  for (const one of found) {
    for (const [parent, child = 0] of rows) if (parent === one && !found.includes(child)) found.push(child);
  }
  return found.slice(1);
}

/** wmic writes UTF-16. */
function decode(output: Buffer | null): string {
  if (!output) return '';
  return output.includes(0) ? output.toString('utf16le') : output.toString();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited, or belongs to another user.
  }
}
