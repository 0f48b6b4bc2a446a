import { spawnSync } from 'node:child_process';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fromRoot, readIfThere } from '../root.mjs';

/**
 * Programs and the packages they come in. Completion is tested in these shells too, and questions in tmux; OpenCode searches
 * with ripgrep. bash is there wherever the others can be had.
 */
const packages = { zsh: 'zsh', fish: 'fish', tmux: 'tmux', rg: 'ripgrep' };
const wanted = /** @type {(keyof typeof packages)[]} */ (Object.keys(packages));

/** That it was tried, so that a machine without a network is not asked again on every run. */
const stampFile = fromRoot('node_modules', '.plugboard-shells');

/** Only where they can be had without asking anybody; elsewhere the tests that need one are skipped and say so. */
export function shellsAreMissing() {
  const isRoot = process.getuid?.() === 0;
  const missing = wanted.filter((shell) => !isOnPath(shell));
  return missing.length > 0 && isRoot && isOnPath('apt-get') && readIfThere(stampFile) !== missing.join();
}

/** Never fails: the tests can do without. */
export async function installShells() {
  const missing = wanted.filter((shell) => !isOnPath(shell));
  const install = ['install', '--yes', '--no-install-recommends', ...missing.map((program) => packages[program])];
  if (!aptGet(install) && aptGet(['update'])) aptGet(install);
  writeFileSync(stampFile, wanted.filter((shell) => !isOnPath(shell)).join());
}

/** @param {string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quickly = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];
  return spawnSync('apt-get', [...quickly, ...args], { env, stdio: 'ignore', timeout: 120_000 }).status === 0;
}

/** @param {string} program */
function isOnPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
