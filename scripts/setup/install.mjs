import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readJson } from '../json-file.mjs';
import { fromRoot, readIfThere, root } from '../root.mjs';
import { installedPackages, installLocked, lockedPackages, missingPackages } from './npm.mjs';

const manifestFile = fromRoot('package.json');
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
  const { dependencies, devDependencies, optionalDependencies, overrides } = readJson(manifestFile);
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
  const installed = installedPackages(root);
  const { '': _, ...locked } = lockedPackages(root);
  return (
    lockFits() &&
    Object.entries(locked).every(([path, { optional }]) => optional || path in installed) &&
    Object.entries(installed).every(([path, { version, os, cpu }]) => {
      const fits = (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
      return fits && version === locked[path]?.version;
    })
  );
}

/**
 * Whether the lock file was made for what package.json asks for.
 *
 * @typedef {Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>} Manifest
 */
function lockFits() {
  const locked = /** @type {Manifest | undefined} */ (lockedPackages(root)['']);
  /** @type {Manifest} */
  const manifest = readJson(manifestFile);
  return (
    locked !== undefined &&
    sameVersions(locked.dependencies, manifest.dependencies) &&
    sameVersions(locked.devDependencies, manifest.devDependencies) &&
    sameVersions(locked.optionalDependencies, manifest.optionalDependencies)
  );
}

/**
 * @param {Record<string, string> | undefined} left
 * @param {Record<string, string> | undefined} right
 */
function sameVersions(left = {}, right = {}) {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
