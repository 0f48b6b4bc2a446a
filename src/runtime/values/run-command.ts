import { createHash } from 'node:crypto';
import type { Environment } from '../../model/reference.ts';
import { runProgram, type Program, type ProgramResult } from './run-program.ts';

export type RunCommand = (program: Program, options: RunOptions) => Promise<ProgramResult>;

export interface RunOptions {
  readonly env: Environment;
  readonly signal?: AbortSignal;
}

export interface CommandRunner {
  readonly run: RunCommand;
  /** Clears the cache, for example after a server rejected a value. */
  forget(): void;
}

interface Run {
  readonly result: Promise<ProgramResult>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Runs each command once: concurrent callers share the run, and its output is cached. Failures are not cached. A
 * command with no waiting caller is killed.
 */
export function createCommandRunner({ timeLimit = 10_000, outputLimit = 64 * 1024 } = {}): CommandRunner {
  const runs = new Map<string, Run>();

  const begin = (key: string, program: Program, env: Environment): Run => {
    const controller = new AbortController();
    const result = runProgram(program, { env, signal: controller.signal, timeLimit, outputLimit });
    const run: Run = { result, controller, waiting: 0 };
    const drop = (): void => {
      if (runs.get(key) === run) runs.delete(key);
    };
    result.then((it) => 'problem' in it && drop(), drop);
    runs.set(key, run);
    return run;
  };

  return {
    async run(program, { env, signal }) {
      signal?.throwIfAborted();
      const key = keyOf(program, env);
      const run = runs.get(key) ?? begin(key, program, env);
      run.waiting += 1;
      try {
        return await untilAborted(run.result, signal);
      } catch (error) {
        // Later callers need a new run.
        if (run.waiting === 1 && runs.get(key) === run) runs.delete(key);
        if (run.waiting === 1) run.controller.abort(error);
        throw error;
      } finally {
        run.waiting -= 1;
      }
    },
    forget: () => runs.clear(),
  };
}

/** Includes the variables, which affect the result. Hashed, because they contain secrets. */
function keyOf(program: Program, env: Environment): string {
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([program, variables]))
    .digest('hex');
}

/** Only the wait is aborted, not the work. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stopListening = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort);
    stopListening = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
  }
}

/** The runner of this process. */
export const commandRunner: CommandRunner = createCommandRunner();
