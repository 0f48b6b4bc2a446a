import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { holdLockFor } from './setup/lock.mjs';

const parent = process.ppid;
const isWindows = process.platform === 'win32';
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** This process was asked to end while a program ran, which has ended since. */
class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`);
    this.exitCode = exitCodeOf(signal);
  }
}

/**
 * Ends this process as the signal would have, after all that had to be waited for or put back.
 *
 * @param {unknown} error
 */
export function exitIfInterrupted(error) {
  if (error instanceof Interrupted) process.exit(error.exitCode);
}

/**
 * Runs a program and waits for its end, also when this process is asked to end: the program gets the signal, and may
 * need seconds to put things back. Then throws, except for a program that is shown, whose result counts.
 *
 * The program has a group of its own, because npm does not survive a second signal while it puts things back: Ctrl+C
 * reaches all processes of the terminal, and npm passes it on to its scripts once more. Whatever the program has started
 * gets the signal too, as it would in a terminal. On Windows the console does all of that.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, timeout?: number, isShown?: boolean }} [options]
 * `timeout` in milliseconds. With `isShown` the program uses our streams.
 * @returns {Promise<{ code: number, output: string }>} 128 and more for a program that a signal has ended.
 */
export async function runProgram(program, args, { cwd, env, shell = false, timeout, isShown = false } = {}) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env: env ?? process.env, shell, stdio, detached: !isWindows });
  if (child.pid !== undefined) holdLockFor(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));

  /** @type {Set<NodeJS.Signals>} */
  const received = new Set();
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (received.size === 0 && !isShown) process.stderr.write('plugboard: ending what was started…\n');
    if (!received.has(signal) && !isWindows) signalGroup(child.pid, signal);
    received.add(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  const watch = setInterval(() => shellIsGone() && pass('SIGTERM'), 200);
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
    const [signal] = received;
    if (signal && !isShown) throw new Interrupted(signal);
    return { code, output: output.trim() };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    for (const signal of signals) process.off(signal, pass);
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

/** npm starts scripts in a shell. A signal to npm may end that shell and not reach this process. */
function shellIsGone() {
  return process.env['npm_lifecycle_event'] !== undefined && process.ppid !== parent;
}

/**
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
function signalGroup(leader, signal) {
  try {
    if (leader !== undefined) process.kill(-leader, signal);
  } catch {
    // It has just ended.
  }
}

/** @param {NodeJS.Signals} signal */
function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}
