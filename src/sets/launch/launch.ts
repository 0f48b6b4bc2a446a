import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { PlugboardError } from '../../model/error.ts';
import type { Host } from '../../model/host.ts';
import { reasonOf } from '../../store/reason.ts';
import { setUpFiles } from './files.ts';
import { sweepLeftovers } from './leftovers.ts';
import { findProgram, type Startable } from './program.ts';
import { passSignals } from './signals.ts';
import type { LaunchPlan } from './types.ts';

/** How a program has ended. */
export type LaunchEnd = { readonly code: number } | { readonly signal: NodeJS.Signals };

export interface LaunchOptions {
  /** Ours when absent. */
  readonly stdio?: StdioOptions;
}

/** Starts the program of a plan and waits until it ends. Its files are there for just as long. */
export async function launch(host: Host, plan: LaunchPlan, options: LaunchOptions = {}): Promise<LaunchEnd> {
  const program = await findProgram(host, plan);
  await sweepLeftovers(host, plan);
  let child: ChildProcess | undefined;
  const stopPassing = passSignals(() => child);
  try {
    const tidyUp = setUpFiles(host, plan);
    try {
      child = start(host, plan, program, options);
      return await endOf(child);
    } catch (error) {
      throw new PlugboardError('program-unstartable', { program: program.file, reason: reasonOf(error) }, error);
    } finally {
      await tidyUp();
    }
  } finally {
    stopPassing();
  }
}

/** Never by way of a shell: each argument arrives as it is. */
function start(host: Host, plan: LaunchPlan, { file, first }: Startable, options: LaunchOptions): ChildProcess {
  const env = { ...host.env, ...plan.env };
  return spawn(file, [...first, ...plan.args], { cwd: host.cwd, env, stdio: options.stdio ?? 'inherit', shell: false });
}

function endOf(child: ChildProcess): Promise<LaunchEnd> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (signal && isDeadly(signal)) done({ signal });
      else done({ code: code ?? (signal ? 128 + constants.signals[signal] : 1) });
    });
  });
}

/** Node starts a debugger at the one and ignores the other; Windows knows no death by signal. Shells say it with a number. */
function isDeadly(signal: NodeJS.Signals): boolean {
  return signal !== 'SIGUSR1' && signal !== 'SIGPIPE' && process.platform !== 'win32';
}

/** Ends this process by the signal the program has died of, so that whoever waits for us sees the same. */
export function mirrorSignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
