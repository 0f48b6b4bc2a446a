import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, readIfThere, root } from '../root.mjs';

const stampFile = fromRoot('node_modules', '.plugboard-install');

/** Native packages differ by machine, so a copied or shared node_modules is not taken on trust. */
const machine = `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`;

export function installIsMissing() {
  const stamp = currentStamp();
  const found = readIfThere(stampFile);
  if (found === stamp) return false;
  const otherMachine = found !== undefined && !found.startsWith(`${machine} `);
  if (otherMachine || !installedByHand()) return true;
  writeFileSync(stampFile, stamp);
  return false;
}

export async function install() {
  if (!lockFits()) {
    throw new Error('package-lock.json does not fit package.json. Run `npm install` and commit the lock file.');
  }
  const result = npmInstall();
  if (result.status !== 0) {
    const output = result.error ? [result.error.message] : `${result.stdout}${result.stderr}`.trim().split('\n');
    throw new Error(
      [...output.slice(0, 20), 'npm could not install the dependencies. Is the network there?'].join('\n'),
    );
  }
  writeFileSync(stampFile, currentStamp());
}

/** What the last installation was based on, for stamps that depend on it. */
export function installStamp() {
  return readIfThere(stampFile) ?? '';
}

function currentStamp() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = readJson('package.json');
  const hash = createHash('sha256')
    .update(readIfThere(fromRoot('package-lock.json')) ?? '')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]));
  return `${machine} ${hash.digest('hex')}`;
}

/**
 * Installs what the lock file says without changing it. `npm ci` would do the same, but refuses a lock file that
 * lacks the native packages of some other system, and throws away what is already right.
 */
function npmInstall() {
  const args = ['install', '--no-save', '--include=dev', '--prefer-offline', '--loglevel=error'];
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', input: '' });
  // npm names itself to its scripts; another package manager does the same, but knows nothing of our lock file.
  const npm = process.env['npm_execpath'];
  if (npm && /npm-cli\.[cm]?js$/.test(npm)) return spawnSync(process.execPath, [npm, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * npm notes what it has put into node_modules. When that is what the lock file asks for, the person has installed
 * with npm themselves and must not wait for a second installation.
 */
function installedByHand() {
  const note = readIfThere(fromRoot('node_modules', '.package-lock.json'));
  if (note === undefined) return false;
  /** @type {Record<string, LockedPackage>} */
  const installed = JSON.parse(note).packages;
  /** @type {Record<string, LockedPackage>} */
  const { '': _, ...locked } = readJson('package-lock.json').packages;
  return (
    lockFits() &&
    Object.entries(locked).every(([path, { optional }]) => optional || path in installed) &&
    Object.entries(installed).every(([path, { version, os, cpu }]) => {
      const fits = (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
      return fits && version === locked[path]?.version;
    })
  );
}

/** Whether the lock file was made for what package.json asks for. */
function lockFits() {
  const locked = readJson('package-lock.json').packages[''];
  const manifest = readJson('package.json');
  return (
    sameVersions(locked.dependencies, manifest.dependencies) &&
    sameVersions(locked.devDependencies, manifest.devDependencies) &&
    sameVersions(locked.optionalDependencies, manifest.optionalDependencies)
  );
}

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage */

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(fromRoot(name), 'utf8'));
}

/**
 * @param {Record<string, string> | undefined} left
 * @param {Record<string, string> | undefined} right
 */
function sameVersions(left = {}, right = {}) {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
