import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { program, type Machine } from '../../support/machine.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program while it runs. */
export interface Running {
  /** What it has written so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Waits until it has written this. */
  says(stream: 'stdout' | 'stderr', text: string): Promise<void>;
  /** Writes to its input, if that is open. */
  write(text: string): void;
  kill(signal: NodeJS.Signals): void;
  ended(): Promise<Ended>;
}

/** Starts the built program, so that the test can do something else meanwhile. */
export function startProgram(
  here: Machine,
  args: readonly string[],
  env: Record<string, string> = {},
  input: 'closed' | 'open' = 'closed',
): Running {
  const child = spawn(process.execPath, [program, ...args], { cwd: here.project, env: { ...here.env, ...env } });
  if (input === 'closed') child.stdin.end();
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Started(child);
}

class Started implements Running {
  stdout = '';
  stderr = '';
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#closed = once(child, 'close');
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (this[name] += text));
  }

  async says(stream: 'stdout' | 'stderr', text: string): Promise<void> {
    const closed = this.#closed.then(() => 'closed' as const);
    while (!this[stream].includes(text)) {
      const next = await Promise.race([once(this.#child[stream], 'data'), closed]);
      if (next === 'closed' && !this[stream].includes(text))
        throw new Error(`It ended without saying ${text}:\n${this.stdout}\n${this.stderr}`);
    }
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<Ended> {
    await this.#closed;
    return { code: this.#child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }
}
