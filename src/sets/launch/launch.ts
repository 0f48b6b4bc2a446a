import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { reasonOf } from '../../store/read/reason.ts';
import { setUpFiles } from './files.ts';
import { sweepLeftovers } from './leftovers.ts';
import { findProgram, type Startable } from './program.ts';
import { forwardSignals } from './signals.ts';
import type { LaunchPlan } from './types.ts';

/** Exit code or signal of a program. */
export type LaunchEnd = { readonly code: number } | { readonly signal: NodeJS.Signals };

export interface LaunchOptions {
  /** Default: inherited. */
  readonly stdio?: StdioOptions;
}

/** Runs the program of a plan. Its files exist only until it exits. */
export async function launch(host: Host, plan: LaunchPlan, options: LaunchOptions = {}): Promise<LaunchEnd> {
  const program = await findProgram(host, plan);
  await sweepLeftovers(host, plan);
  let child: ChildProcess | undefined;
  const stopForwarding = forwardSignals(() => child);
  try {
    const removeFiles = setUpFiles(host, plan);
    try {
      child = start(host, plan, program, options);
      return await endOf(child);
    } catch (error) {
      throw new PlugboardError('program-unstartable', { program: program.file, reason: reasonOf(error) }, error);
    } finally {
      await removeFiles();
    }
  } finally {
    stopForwarding();
  }
}

/** Does not use a shell, so arguments are passed unchanged. */
function start(host: Host, plan: LaunchPlan, { file, first }: Startable, options: LaunchOptions): ChildProcess {
  const env = { ...host.env, ...plan.env };
  return spawn(file, [...first, ...plan.args], { cwd: host.cwd, env, stdio: options.stdio ?? 'inherit', shell: false });
}

function endOf(child: ChildProcess): Promise<LaunchEnd> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (signal && endsBySignal(signal)) done({ signal });
      else done({ code: code ?? (signal ? 128 + constants.signals[signal] : 1) });
    });
  });
}

/**
 * Node starts a debugger on SIGUSR1 and ignores SIGPIPE, and Windows has no signals; for these the exit code of shells
 * is used.
 */
function endsBySignal(signal: NodeJS.Signals): boolean {
  return signal !== 'SIGUSR1' && signal !== 'SIGPIPE' && process.platform !== 'win32';
}

/** Ends this process with the signal that ended the program, so our parent sees the same status. */
export function mirrorSignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
