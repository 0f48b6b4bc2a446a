import { spawnSync } from 'node:child_process';
import { findOnPath } from './on-path.mjs';

/** Only where packages can be had without asking anybody. */
export function mayInstallPackages() {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
}

/**
 * Installs packages of the system, quickly or not at all.
 *
 * @param {readonly string[]} packages
 * @param {number} [patience] Milliseconds.
 */
export function installPackages(packages, patience = 120_000) {
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  return aptGet(install, patience) || (aptGet(['update'], patience) && aptGet(install, patience));
}

/**
 * @param {string[]} args
 * @param {number} timeout
 */
function aptGet(args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quickly = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];
  return spawnSync('apt-get', [...quickly, ...args], { env, stdio: 'ignore', timeout }).status === 0;
}
