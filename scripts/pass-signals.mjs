import { constants } from 'node:os';

const parent = process.ppid;
const isWindows = process.platform === 'win32';
const ending = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']);
/** Ctrl+C reaches this process from the terminal, and within this time once more from npm. */
const copyWithin = 1000;

/**
 * @typedef {object} Started A program that runs in a group of its own.
 * @property {number | undefined} pid
 * @property {boolean} isShown It gets a signal as often as this process; others do not survive a second one.
 * @property {Map<NodeJS.Signals, number>} passed When each signal was passed on last.
 */

/** @type {Set<Started>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let received;
/** @type {NodeJS.Timeout | undefined} */
let watch;

/** The first signal that asked this process to end while programs ran. */
export function receivedSignal() {
  return received;
}

/**
 * Passes signals on to a program, and whatever it has started, until the returned function is called. While there is such
 * a program, signals do not end this process.
 *
 * @param {number | undefined} pid
 * @param {boolean} isShown
 */
export function passSignalsTo(pid, isShown) {
  /** @type {Started} */
  const started = { pid, isShown, passed: new Map() };
  if (running.size === 0) listen();
  running.add(started);
  return () => {
    running.delete(started);
    if (running.size === 0) stopListening();
  };
}

/** When the terminal is gone nothing can be told, but what was started still has to be waited for. */
function ignoreLostTerminal() {}

function outputs() {
  return [process.stdout, process.stderr];
}

function listen() {
  for (const stream of outputs()) stream.on('error', ignoreLostTerminal);
  for (const signal of ending) process.on(signal, pass);
  process.on('SIGTSTP', pause);
  process.on('SIGCONT', goOn);
  watch = setInterval(() => {
    if (!shellIsGone()) return;
    clearInterval(watch);
    pass('SIGTERM');
  }, 200);
}

function stopListening() {
  for (const signal of ending) process.off(signal, pass);
  process.off('SIGTSTP', pause);
  process.off('SIGCONT', goOn);
  clearInterval(watch);
  // After a signal this process still says why it ends.
  if (received === undefined) for (const stream of outputs()) stream.off('error', ignoreLostTerminal);
}

/** @param {NodeJS.Signals} signal */
function pass(signal) {
  const isFirst = received === undefined;
  received = received ?? signal;
  if (!isWindows) passToGroups(signal);
  // Last, because the terminal may be gone.
  if (isFirst && [...running].some(({ isShown }) => !isShown))
    process.stderr.write('plugboard: ending what was started…\n');
}

/** @param {NodeJS.Signals} signal */
function passToGroups(signal) {
  for (const { pid, isShown, passed } of running) {
    const last = passed.get(signal);
    const isCopy = last !== undefined && startedByNpm() && performance.now() - last < copyWithin;
    if (isCopy || (last !== undefined && !isShown)) continue;
    passed.set(signal, performance.now());
    signalGroup(pid, signal);
    // One that is paused would end only when it is continued.
    signalGroup(pid, 'SIGCONT');
  }
}

/** The programs are not of the terminal's session, where they would ignore the signal that this process gets. */
function pause() {
  for (const { pid } of running) signalGroup(pid, 'SIGSTOP');
  process.kill(process.pid, 'SIGSTOP');
}

function goOn() {
  for (const { pid } of running) signalGroup(pid, 'SIGCONT');
}

/** npm starts scripts in a shell. A signal to npm may end that shell and not reach this process. */
function shellIsGone() {
  return startedByNpm() && process.ppid !== parent;
}

function startedByNpm() {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/**
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(leader, signal) {
  try {
    if (leader !== undefined) process.kill(-leader, signal);
  } catch {
    // It has just ended.
  }
}

/** @param {NodeJS.Signals} signal */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}
