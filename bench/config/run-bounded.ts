import { spawn } from 'node:child_process';

export interface BoundedRun {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** In milliseconds. */
  readonly timeout?: number;
}

export interface Outcome {
  /** Missing when the program was ended from outside. */
  readonly code: number | undefined;
  readonly output: string;
}

/** Runs a program without input, in a process group of its own, and ends it with all it has started when it takes long. */
export function runBounded({ command, cwd, env, timeout = 90_000 }: BoundedRun): Promise<Outcome> {
  const [program, ...args] = command;
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const endAll = (): void => endGroup(child.pid);
    const timer = setTimeout(() => {
      output += `\n(ended after ${timeout / 1000} s)`;
      endAll();
    }, timeout);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    // What it has left behind would keep its output open.
    child.on('exit', endAll);
    child.on('error', (error) => {
      clearTimeout(timer);
      done({ code: undefined, output: error.message });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code: code ?? undefined, output });
    });
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
