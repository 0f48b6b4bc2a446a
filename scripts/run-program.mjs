import { spawn } from 'node:child_process';
import { exitCodeOf, passSignalsTo, receivedSignal, signalGroup } from './pass-signals.mjs';
import { holdLockFor } from './setup/lock.mjs';

const isWindows = process.platform === 'win32';

/**
 * Ends this process as a signal would have, if it got one while programs ran, after all that had to be waited for or put
 * back. Whatever has failed since then may have failed because of it: Ctrl+C reaches helpers of libraries, too.
 */
export function exitIfInterrupted() {
  const signal = receivedSignal();
  if (signal !== undefined) process.exit(exitCodeOf(signal));
}

/**
 * Runs a program and waits for its end, also when this process is asked to end: the program gets the signal, and may
 * need seconds to put things back. Then throws, except for a program that is shown, whose result counts. After a signal
 * no other program is begun.
 *
 * The program has a group of its own, because npm does not survive a second signal while it puts things back: Ctrl+C
 * reaches all processes of the terminal, and npm passes it on to its scripts once more. Whatever the program has started
 * gets the signal too, as it would in a terminal, and is paused and continued with this process. On Windows the console
 * does all of that.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, timeout?: number, isShown?: boolean }} [options]
 * `timeout` in milliseconds. With `isShown` the program uses our streams.
 * @returns {Promise<{ code: number, output: string }>} 128 and more for a program that a signal has ended.
 */
export async function runProgram(program, args, { cwd, env, shell = false, timeout, isShown = false } = {}) {
  if (!isShown) throwIfInterrupted();
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env: env ?? process.env, shell, stdio, detached: !isWindows });
  if (child.pid !== undefined) holdLockFor(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));

  const stopPassing = passSignalsTo(child.pid, isShown);
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          output += `\n${program} took longer than ${timeout / 1000} s`;
          if (isWindows) child.kill();
          else signalGroup(child.pid, 'SIGTERM');
        }, timeout);
  try {
    const code = await endOf(child, (text) => (output += text));
    if (!isShown) throwIfInterrupted();
    return { code, output: output.trim() };
  } finally {
    clearTimeout(timer);
    stopPassing();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(text: string) => void} say
 * @returns {Promise<number>}
 */
function endOf(child, say) {
  return new Promise((done) => {
    child.on('error', (error) => {
      say(error.message);
      if (child.pid === undefined) done(1);
    });
    // A service that the program has started may keep its streams open forever.
    child.on('exit', () =>
      setTimeout(() => [child.stdout, child.stderr].forEach((one) => one?.destroy()), 1000).unref(),
    );
    child.on('close', (code, signal) => {
      if (signal) say(`\nended by ${signal}`);
      done(signal ? exitCodeOf(signal) : (code ?? 1));
    });
  });
}

function throwIfInterrupted() {
  const signal = receivedSignal();
  if (signal !== undefined) throw new Error(`interrupted by ${signal}`);
}

/**
 * Like `Promise.all`, but fails only when all have ended: what goes on after a failure could not put things back.
 *
 * @template {readonly unknown[]} T
 * @param {T} promises
 * @returns {Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>}
 */
export async function allOf(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
