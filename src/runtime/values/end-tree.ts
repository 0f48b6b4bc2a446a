import { spawn, spawnSync } from 'node:child_process';
import { type SystemProgram, systemProgram } from '../../model/shell/system-program.ts';

/** A busy machine may take seconds to start a program. */
const hidden = { windowsHide: true, timeout: 30_000 } as const;
const table = ['process', 'get', 'ParentProcessId,ProcessId'];

/**
 * Ends a process of Windows and all its descendants. Windows has no process groups, and a process that is ended leaves its
 * children running, so they have to be found first.
 */
export async function endTree(pid: number): Promise<void> {
  const { code } = await run('taskkill', treeOf(pid));
  if (code !== 0 && isRunning(pid)) endOneByOne(pid, (await run('wmic', table)).output);
}

/** Like `endTree`, for a process that exits and cannot wait. */
export function endTreeAtOnce(pid: number): void {
  const runNow = (name: SystemProgram, args: readonly string[]) =>
    spawnSync(systemProgram(name, process.env), args, hidden);
  if (runNow('taskkill', treeOf(pid)).status === 0 || !isRunning(pid)) return;
  endOneByOne(pid, runNow('wmic', table).stdout);
}

function treeOf(pid: number): string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

async function run(name: SystemProgram, args: readonly string[]): Promise<{ code: number | null; output: Buffer }> {
  return new Promise((done) => {
    const output: Buffer[] = [];
    const finish = (code: number | null): void => done({ code, output: Buffer.concat(output) });
    const child = spawn(systemProgram(name, process.env), args, { ...hidden, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', () => finish(null)).once('close', finish);
  });
}

/** taskkill fails if it is missing, may not end one of the processes, or, as that of Wine, does not know /T. */
function endOneByOne(pid: number, processes: Buffer | null): void {
  for (const one of descendantsOf(pid, decode(processes)).toReversed()) end(one);
  end(pid);
}

/** The processes below one, parents first, in a table with the id of the parent in its first column. */
export function descendantsOf(pid: number, processes: string): number[] {
  const rows = [...processes.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(([, parent, child]) => [
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
