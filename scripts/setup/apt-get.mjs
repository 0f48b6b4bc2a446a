import { runProgram } from '../run-program.mjs';
import { findOnPath } from './on-path.mjs';

/** Only as root where apt-get is, and not if `PLUGBOARD_NO_SYSTEM_PACKAGES` declines. */
export function mayInstallPackages() {
  return process.getuid?.() === 0 && !declinesPackages() && findOnPath('apt-get') !== undefined;
}

export function declinesPackages() {
  return !['', '0', 'false'].includes(process.env['PLUGBOARD_NO_SYSTEM_PACKAGES'] ?? '');
}

/**
 * Installs packages of the system, after a line that names them. Failing says why and ends nothing.
 *
 * @param {readonly string[]} packages
 * @param {number} [timeout] Milliseconds.
 */
export async function installPackages(packages, timeout = 120_000) {
  process.stderr.write(
    `plugboard: installing system packages with apt-get: ${packages.join(', ')} (PLUGBOARD_NO_SYSTEM_PACKAGES=1 declines)\n`,
  );
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  let reason = await aptGet(install, timeout);
  if (reason !== undefined) reason = (await aptGet(['update'], timeout)) ?? (await aptGet(install, timeout));
  if (reason !== undefined) process.stderr.write(`plugboard: apt-get could not install them${reason}\n`);
}

/**
 * @param {string[]} args
 * @param {number} timeout
 * @returns {Promise<string | undefined>} The end of what it printed if it failed.
 */
async function aptGet(args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quickly = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];
  // Another checkout, or the system itself, may be installing packages.
  const patiently = ['-o', `DPkg::Lock::Timeout=${timeout / 1000}`];
  const { code, output } = await runProgram('apt-get', [...quickly, ...patiently, ...args], { env, timeout });
  if (code === 0) return undefined;
  return lastLines(output);
}

/**
 * The end of what a program printed, to go on after a sentence without a period.
 *
 * @param {string} output
 */
export function lastLines(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? '' : `:\n${lines.slice(-2).join('\n')}`;
}
