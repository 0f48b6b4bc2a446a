import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, readIfThere, root } from '../root.mjs';
import { installLocked, missingPackages, packagesIn } from './npm.mjs';

const stampFile = fromRoot('node_modules', '.plugboard-install');

/** Native packages differ by machine, so a copied or shared node_modules is not taken on trust. */
const machine = `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`;

export function installIsMissing() {
  const stamp = currentStamp();
  const found = readIfThere(stampFile);
  if (missingPackages(root).length > 0) return true;
  if (found === stamp) return false;
  const isUnfinishedOrOther = found !== undefined && !found.startsWith(`${machine} `);
  if (isUnfinishedOrOther || !installedByHand()) return true;
  writeFileSync(stampFile, stamp);
  return false;
}

export async function install() {
  if (!lockFits()) {
    throw new Error('package-lock.json does not fit package.json. Run `npm install` and commit the lock file.');
  }
  await installLocked({ folder: root, stampFile, stamp: currentStamp, flags: ['--include=dev'] });
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
 * npm notes what it has put into node_modules. When that is what the lock file asks for, the person has installed
 * with npm themselves and must not wait for a second installation.
 */
function installedByHand() {
  const installed = packagesIn(fromRoot('node_modules', '.package-lock.json'));
  const { '': _, ...locked } = packagesIn(fromRoot('package-lock.json'));
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
