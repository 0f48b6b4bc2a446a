import { spawnSync } from 'node:child_process';
import { findOnPath } from './on-path.mjs';

/** Only as root where apt-get is, and not if `PLUGBOARD_NO_SYSTEM_PACKAGES` declines. */
export function mayInstallPackages() {
  return process.getuid?.() === 0 && !declinesPackages() && findOnPath('apt-get') !== undefined;
}

export function declinesPackages() {
  return !['', '0', 'false'].includes(process.env['PLUGBOARD_NO_SYSTEM_PACKAGES'] ?? '');
}

/**
 * Installs packages of the system, after a line that names them. Failing says so and ends nothing.
 *
 * @param {readonly string[]} packages
 * @param {number} [timeout] Milliseconds.
 */
export function installPackages(packages, timeout = 120_000) {
  process.stderr.write(
    `plugboard: installing system packages with apt-get: ${packages.join(', ')} (PLUGBOARD_NO_SYSTEM_PACKAGES=1 declines)\n`,
  );
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  const isDone = aptGet(install, timeout) || (aptGet(['update'], timeout) && aptGet(install, timeout));
  if (!isDone) process.stderr.write('plugboard: apt-get could not install them\n');
}

/**
 * @param {string[]} args
 * @param {number} timeout
 */
function aptGet(args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quickly = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];
  // Another checkout, or the system itself, may be installing packages.
  const patiently = ['-o', `DPkg::Lock::Timeout=${timeout / 1000}`];
  return spawnSync('apt-get', [...quickly, ...patiently, ...args], { env, stdio: 'ignore', timeout }).status === 0;
}
