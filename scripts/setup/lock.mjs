import { rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot, readIfThere } from '../root.mjs';

const lockFile = fromRoot('.setup.lock');

/**
 * Runs `work` while no other process of this repository does the same. A lock whose owner is gone is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  let waiting = false;
  while (!take()) {
    if (ownerIsGone()) {
      rmSync(lockFile, { force: true });
      continue;
    }
    if (!waiting) process.stderr.write('plugboard: waiting for another run that is setting up…\n');
    waiting = true;
    await sleep(100);
  }
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

function release() {
  rmSync(lockFile, { force: true });
}

function ownerIsGone() {
  const owner = Number(readIfThere(lockFile));
  // No pid yet: its owner is writing it right now, unless the file is old.
  if (!owner) return age(lockFile) > 5000;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} path */
function age(path) {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
