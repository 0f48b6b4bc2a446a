import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export interface ProgramRun {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeout: number;
  /** Sent at once; a program that is to be talked to gets its conversation through `onLine`. */
  readonly input?: string;
  /** Sees each line of stdout. What it gives back is sent; `done` ends the program. */
  readonly onLine?: (line: string) => string | 'done' | undefined;
}

export interface ProgramOutput {
  readonly stdout: string;
  /** Both streams in the order in which they came, which is what a person would have seen. */
  readonly all: string;
  readonly code: number | null;
  readonly timedOut: boolean;
}

/** Runs a program in a process group of its own, so that it can be ended with all it has started, and nothing else. */
export function runProgram({ command, cwd, env, timeout, input, onLine }: ProgramRun): Promise<ProgramOutput> {
  const [program, ...args] = command;
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' });
    let stdout = '';
    let all = '';
    let timedOut = false;
    let seen = 0;
    const end = (): void => endGroup(child.pid);
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeout);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      all += text;
      if (!onLine) return;
      for (let next = stdout.indexOf('\n', seen); next >= 0; next = stdout.indexOf('\n', seen)) {
        const answer = onLine(stdout.slice(seen, next));
        seen = next + 1;
        if (answer === 'done') end();
        else if (answer !== undefined) child.stdin.write(answer);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text));
    // A program that ends without reading its input is no failure.
    child.stdin.on('error', () => {});
    if (input !== undefined) child.stdin.write(input);
    if (!onLine) child.stdin.end();
    child.on('error', fail);
    // Servers it has left behind keep its output open; without this, `close` would wait for them.
    child.on('exit', end);
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ stdout: stripVTControlCharacters(stdout), all: stripVTControlCharacters(all), code, timedOut });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
