import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

export interface ProgramRun {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeout: number;
  /** Sent at once; the program then waits for more. Without it, its input is empty. */
  readonly input?: string;
  /** Sees each line of both streams. What it gives back is sent to the program; `done` ends it. */
  readonly onLine?: (line: string) => string | undefined;
  /** Ends it as soon as this is settled: for a program that serves. */
  readonly until?: Promise<unknown>;
}

export interface ProgramOutput {
  readonly stdout: string;
  /** Both streams in the order in which they came, which is what a person would have seen. */
  readonly all: string;
}

/** Runs a program in a process group of its own, so that it can be ended with all it has started, and nothing else. */
export function runProgram({ command, cwd, env, timeout, input, onLine, until }: ProgramRun): Promise<ProgramOutput> {
  const [program, ...args] = command;
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' });
    let stdout = '';
    let all = '';
    const end = (): void => endGroup(child.pid);
    const timer = setTimeout(() => {
      all += `\n(ended after ${timeout / 1000} s)\n`;
      end();
    }, timeout);
    until?.then(end, end);
    const hear = (line: string): void => {
      const reply = onLine?.(line);
      if (reply === 'done') end();
      else if (reply !== undefined) child.stdin.write(`${reply}\n`);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text));
    if (onLine) for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', hear);
    // A program that ends without reading its input is no failure.
    child.stdin.on('error', () => {});
    if (input === undefined) child.stdin.end();
    else child.stdin.write(input);
    child.on('error', fail);
    // Servers it has left behind keep its output open; without this, `close` would wait for them.
    child.on('exit', end);
    child.on('close', () => {
      clearTimeout(timer);
      done({ stdout: stripVTControlCharacters(stdout), all: stripVTControlCharacters(all) });
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
