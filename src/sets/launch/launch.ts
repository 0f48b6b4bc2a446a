import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { reasonOf } from '../../store/read/reason.ts';
import { setUpFiles } from './files.ts';
import { sweepLeftovers } from './leftovers.ts';
import { endOf, type LaunchEnd } from './process-end.ts';
import { findProgram, type Startable } from './program.ts';
import { forwardSignals } from './signals.ts';
import type { LaunchPlan } from './types.ts';

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
