import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readNote } from '../json-file.mjs';
import { installPackagesIn } from './npm.mjs';

/**
 * Packages for tests, installed once for all checkouts; none of their scripts is run.
 *
 * @param {string} name Of the folder in the cache. Another one for other versions.
 * @param {Readonly<Record<string, string>>} packages Exact versions by name.
 * @param {{ forWindows?: boolean, overrides?: Readonly<Record<string, string>> }} [options] `overrides` as in package.json.
 * @returns {Promise<string>} The folder with their node_modules.
 */
export async function cachedPackages(name, packages, { forWindows = false, overrides = {} } = {}) {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'plugboard-test-clients');
  const folder = join(cache, name);
  if (hasAll(folder, packages)) return folder;
  // Installed next to the target and renamed at the end, so that the target is always complete.
  const fresh = `${folder}.partial-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    writeFileSync(
      join(fresh, 'package.json'),
      JSON.stringify({ private: true, dependencies: packages, overrides }, undefined, 2),
    );
    const system = forWindows ? ['--os=win32', '--cpu=x64', '--force'] : [];
    await installPackagesIn(fresh, ['--ignore-scripts', ...system]);
    if (!hasAll(fresh, packages)) throw new Error(`npm has installed other versions than ${JSON.stringify(packages)}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} packages
 */
function hasAll(folder, packages) {
  return Object.entries(packages).every(([id, version]) => {
    const manifest = join(folder, 'node_modules', id, 'package.json');
    return readNote(manifest)?.version === exactVersion(version);
  });
}

/**
 * The version in `1.2.3` or in `npm:another-package@1.2.3`.
 *
 * @param {string} spec
 */
function exactVersion(spec) {
  return spec.slice(spec.lastIndexOf('@') + 1);
}
