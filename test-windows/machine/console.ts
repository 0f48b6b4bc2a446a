import { spawn } from 'node:child_process';
import { wineEnvironment } from './wine.ts';

export interface KeyPress {
  /** Whether the key is to be pressed now, given what the program has printed. Asked every half second. */
  readonly when: (output: string) => boolean | Promise<boolean>;
  readonly key: string;
}

export interface ConsoleRun {
  readonly code: number | null;
  readonly output: string;
  /** It was ended because it took too long. */
  readonly late: boolean;
}

export const ctrlC = '\u0003';

const LONGEST_MS = 120_000;

/** Runs a program of Windows in a terminal of Linux, which Wine shows to it as a console. */
export async function runInConsole(
  prefix: string,
  command: readonly string[],
  { cwd, env, when, key }: KeyPress & { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ConsoleRun> {
  // In place of the shell, which would be ended by the key too.
  const line = `exec wine ${command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')}`;
  const variables = { ...wineEnvironment(prefix), ...env, TERM: 'xterm', SHELL: '/bin/sh' };
  const child = spawn('script', ['-qfec', line, '/dev/null'], {
    cwd,
    env: variables,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let [output, late, isAsking] = ['', false, false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.on('error', () => {});
  const press = async (): Promise<void> => {
    const isTime = await when(output);
    if (isTime) child.stdin.write(key);
    isAsking = isTime;
  };
  const look = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void press();
  }, 500);
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, LONGEST_MS);
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  clearInterval(look);
  clearTimeout(timer);
  return { code, output, late };
}
