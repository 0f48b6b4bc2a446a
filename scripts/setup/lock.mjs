import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fromRoot, readIfThere } from '../root.mjs';

const lockFile = fromRoot('.setup.lock');
let isHeld = false;

/**
 * Runs `work` while no other process of this repository does the same. A lock whose owners are gone is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  let waiting = false;
  while (!take(lockFile)) {
    if (!waiting)
      process.stderr.write(
        `plugboard: waiting for another run that is setting up (if there is none, delete ${lockFile})…\n`,
      );
    waiting = true;
    await new Promise((done) => setTimeout(done, 100));
  }
  isHeld = true;
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/**
 * Makes a process that this one has started another owner of the lock: it may outlive this one, and go on writing.
 *
 * @param {number} pid
 */
export function holdLockFor(pid) {
  if (isHeld) appendFileSync(lockFile, ownerLine(pid));
}

/**
 * Reading an abandoned lock and removing it are two steps, between which another process may have taken it over. So only
 * the process that holds a second lock, the claim, removes it. A claim that was abandoned is taken over the same way.
 *
 * @param {string} file
 * @returns {boolean} Whether this process holds the lock now.
 */
function take(file) {
  if (create(file)) return true;
  const found = readIfThere(file);
  if (found === undefined || !isAbandoned(file, found)) return false;
  const claim = `${file}.claim`;
  if (!take(claim)) return false;
  try {
    if (readIfThere(file) === found) rmSync(file, { force: true });
    return create(file);
  } finally {
    rmSync(claim, { force: true });
  }
}

/** @param {string} file */
function create(file) {
  try {
    writeFileSync(file, ownerLine(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Somebody may have deleted the lock by hand, and another run may have it now. */
function release() {
  isHeld = false;
  if (readIfThere(lockFile)?.startsWith(ownerLine(process.pid))) rmSync(lockFile, { force: true });
}

/** @param {number} pid */
function ownerLine(pid) {
  return `${pid} ${startOf(pid) ?? ''}\n`;
}

/**
 * @param {string} file
 * @param {string} text Its content.
 */
function isAbandoned(file, text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // None yet: its owner is writing it right now, unless the file is old.
  if (lines.length === 0) return age(file) > 5000;
  return lines.every((line) => {
    const [pid, start = ''] = line.split(' ');
    return startOf(Number(pid)) !== start;
  });
}

/**
 * When a process was started, as Linux tells it, and else an empty text: another one may have its id by now. Undefined if
 * there is none. `src/store/host/node-processes.ts` does the same for the program.
 *
 * @param {number} pid
 */
function startOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return undefined;
  }
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may contain spaces. The start is the 22nd field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A process that has ended, and that nobody has asked about yet.
    if (fields[0] === 'Z') return undefined;
    return `${boot}.${fields[19]}`;
  } catch {
    return '';
  }
}

/** @param {string} path */
function age(path) {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
